import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { loadAlterations } from '../../../src/alterations/load-alterations.ts';
import type { AlterationOptions } from '../../../src/alterations/options.ts';
import type { Finding } from '../../../src/conformance/judge/finding.ts';
import type { Judgement } from '../../../src/conformance/judge/judgement.ts';
import { FolderSource } from '../../../src/conformance/recordings/folder-source.ts';
import { judgeInput } from '../../../src/conformance/recordings/judge-input.ts';
import { loadRows } from '../../../src/conformance/registry/registry.ts';
import { reportTarget } from '../../../src/conformance/report/target.ts';
import { assemble } from '../../../src/reference/start.ts';
import { afterwards, openRecorder, readRecordings } from './open-recorder.ts';

const headers = {
  authorization: 'Bearer harbor-main',
  'content-type': 'application/json',
  'accept-encoding': 'identity',
};

/** A few minutes of client requests: turns of each kind, lists, failures and an abandoned stream. */
async function drive(url: string): Promise<void> {
  const chat = randomUUID();
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { ...headers, 'idempotency-key': randomUUID() },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await response.text().catch(() => '');
  };
  const script = (acts: unknown) => `Hello harbor-main\n\n\`\`\`script\n${JSON.stringify(acts)}\n\`\`\``;
  const stream = `/chats/${chat}/messages/stream`;
  await ask('GET', '/chat/catalog');
  await ask('POST', stream, {
    content: script([{ say: 'One 💧 two three', pieces: 3 }]),
    permission_mode: 'auto',
  });
  await ask('POST', stream, {
    content: script([{ say: 'One' }, { fail: 'outage' }]),
    permission_mode: 'auto',
  });
  await ask('POST', `/chats/${chat}/messages`, {
    content: script([{ echo: 'given' }]),
    permission_mode: 'auto',
  });
  await Promise.all([
    ask('GET', '/chats?size=2'),
    ask('GET', `/chats/${chat}/messages`),
    ask('GET', '/chats/none'),
  ]);
  const left = await fetch(`${url}/api/v1${stream}`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ content: script([{ say: 'One' }, { hang: true }]), permission_mode: 'auto' }),
  });
  const reader = left.body?.getReader();
  await reader?.read();
  await reader?.cancel();
}

/** The content of a judgement, ordered independently of the order of the exchanges. */
function toPlain({ rows, incomplete, events, exchanges, bytes }: Judgement) {
  const inOrder = (a: Finding, b: Finding) => JSON.stringify(a).localeCompare(JSON.stringify(b));
  return {
    rows: [...rows]
      .map(([id, row]) => ({ id, ...row, findings: row.findings.toSorted(inOrder) }))
      .sort((a, b) => a.id.localeCompare(b.id)),
    incomplete: incomplete.toSorted(),
    events,
    exchanges,
    bytes,
  };
}

it.each<[string, AlterationOptions, readonly string[]]>([
  ['the sound server', {}, []],
  [
    'one that ends with half of the answer',
    { breakages: ['events.completed.complete-content'] },
    ['stream.delta.adds-up'],
  ],
  [
    'one whose usage has other types',
    { breakages: ['usage.shape.same-everywhere/types'] },
    ['usage.total-tokens.integer'],
  ],
  [
    'one that cuts the stream of a turn that fails',
    { breakages: ['stream.failure.as-event/cut'] },
    ['stream.terminal.exactly-one'],
  ],
  [
    'one that does all of these',
    {
      breakages: [
        'usage.shape.same-everywhere/types',
        'stream.failure.as-event/cut',
        'events.completed.complete-content',
      ],
    },
    ['stream.delta.adds-up', 'stream.terminal.exactly-one', 'usage.total-tokens.integer'],
  ],
])(
  'recordings that are judged a second time give the same findings as the recorder: %s',
  async (_which, options, violated) => {
    const server = await assemble({ decorators: await loadAlterations(options), report() {} });
    afterwards(() => server.close());
    const recorder = await openRecorder(server.url);
    await drive(recorder.url);
    const { judgement, exchanges } = await recorder.stop();
    expect(exchanges).toBe(8);
    const again = await judgeInput(new FolderSource(recorder.output), 'recording');
    expect(toPlain(again)).toEqual(toPlain(judgement));

    const failed = [...judgement.rows].filter(([, row]) => row.violations > 0).map(([id]) => id);
    expect(failed.sort()).toEqual(violated);
    const told = new Set(recorder.heard.map(({ finding }) => finding.requirement));
    expect([...told].sort()).toEqual(violated);
    for (const { finding, file } of recorder.heard) expect(Number.parseInt(file, 10)).toBe(finding.exchange);
    for (const { text, requestBody, body } of readRecordings(recorder.output))
      expect(text + requestBody + body).not.toContain('harbor-main');
  },
);

it('the recorder and a second look show what a client did wrong, and a service is not blamed for it', async () => {
  const server = await assemble({ report() {} });
  afterwards(() => server.close());
  const recorder = await openRecorder(server.url);
  const stream = `${recorder.url}/api/v1/chats/${randomUUID()}/messages/stream`;
  const body = JSON.stringify({ content: 'Hi\n\n```script\n[{"say":"One"},{"fail":"outage"}]\n```' });
  for (const key of ['first', 'second']) {
    const response = await fetch(stream, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
      body,
    });
    await response.text();
  }
  const { judgement } = await recorder.stop();
  const again = await judgeInput(new FolderSource(recorder.output), 'recording');
  expect(toPlain(again)).toEqual(toPlain(judgement));
  const { verdict, requirements } = reportTarget('the recordings', again, loadRows());
  expect(verdict).toBe('conformant');
  expect(requirements.filter(({ violations }) => violations > 0)).toMatchObject([
    { id: 'events.error.check-before-repeating', level: 'client', status: 'warned', violations: 1 },
  ]);
  expect(recorder.heard).toMatchObject([{ finding: { exchange: 1 } }]);
});
