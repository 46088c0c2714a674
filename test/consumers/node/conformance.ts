/** Plans a run of the suite, runs it against the reference server, and judges a recording. */
import assert from 'node:assert/strict';
import {
  basicProfile,
  InputError,
  judge,
  ProfileError,
  planRun,
  type RecordingReport,
  type RequirementReport,
  readProfile,
  runSuite,
  type SuiteReport,
} from 'conversation-api/conformance';
import { startReferenceServer } from 'conversation-api/reference';

const failed = (report: RecordingReport | SuiteReport): RequirementReport[] =>
  report.requirements.filter(({ status }) => status === 'failed');

const sound = await judge('event: message.delta\ndata: {"text":"At ten.","replace":false}\n\n', {
  isPartial: true,
});
assert.equal(sound.mode, 'recording');
assert.deepEqual(
  failed(sound).map(({ id }) => id),
  ['stream.start.always'],
);
await assert.rejects(judge(new Uint8Array([0, 1, 2]), { name: 'noise' }), InputError);

assert.throws(() => readProfile('profile: 2', { name: 'mine.yaml' }), ProfileError);
const server = await startReferenceServer({
  timeScale: 1000,
  breakages: ['chats.create.name/createChat:name/not-heard'],
});
try {
  const profile = readProfile('profile: 1', { target: server.url, token: 'harbor-main' });
  assert.deepEqual(profile, basicProfile(server.url, 'harbor-main'));

  const plan = planRun(profile, { only: ['chats.create', 'catalog'], isFast: true });
  assert.ok(plan.checks.length > 0);
  assert.ok(plan.leftOut.some(({ reason }) => reason === 'not selected'));

  const outcomes: string[] = [];
  const report = await runSuite({
    profile,
    plan: JSON.parse(JSON.stringify(plan)),
    onOutcome: ({ id, status }) => outcomes.push(`${status} ${id}`),
  });
  assert.equal(outcomes.length, plan.checks.length);
  assert.ok(outcomes.includes('violated requests.createChat.name.text'));
  assert.equal(report.verdict, 'nonconformant');
  assert.ok(failed(report).some(({ id }) => id === 'chats.create.name'));
  assert.equal(report.mode, 'live');
  assert.deepEqual(report.leftovers, []);
  assert.ok(report.evidence.some(({ request }) => request.headers.authorization === 'Bearer ***********'));
  assert.ok(!JSON.stringify(report).includes('harbor-main'));
} finally {
  await server.close();
}
console.log('done');
