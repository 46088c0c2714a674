import { describe, expect, it } from 'vitest';
import { startReferenceServer } from '../../../src/alterations/index.ts';
import {
  basicProfile,
  type CheckOutcome,
  ProfileError,
  planRun,
  readProfile,
  runSuite,
  SelectionError,
  TargetError,
} from '../../../src/conformance/index.ts';
import { useEchoingServer } from '../run/echoing-server.ts';

const TOKEN = 'token-that-must-stay-secret';
const server = useEchoingServer();
const profile = () => basicProfile(server.url, TOKEN);

describe('runSuite', () => {
  it('reveals no credential, even when the target returns it in every encoding', async () => {
    const plan = planRun(profile(), { only: ['chats.create', 'stream.response'], isFast: true });
    const report = await runSuite({ profile: profile(), plan });
    expect(report.verdict).toBe('nonconformant');
    expect(report.evidence.length).toBeGreaterThan(0);
    const text = JSON.stringify(report);
    const forms = [TOKEN, encodeURIComponent(TOKEN), Buffer.from(`Bearer ${TOKEN}`).toString('base64')];
    expect(forms.filter((form) => text.includes(form))).toEqual([]);
  });

  it('reports each check as it ends, without text from the target', async () => {
    const plan = planRun(profile(), { only: ['catalog'] });
    const outcomes: CheckOutcome[] = [];
    await runSuite({ profile: profile(), plan, onOutcome: (outcome) => outcomes.push(outcome) });
    expect(outcomes.map(({ id }) => id).sort()).toEqual(plan.checks.map(({ id }) => id).sort());
    expect(new Set(outcomes.flatMap((outcome) => Object.keys(outcome)))).toEqual(new Set(['id', 'status']));
  });

  it('rejects when the target cannot be reached, since that says nothing about the server', async () => {
    const unreachable = basicProfile('http://127.0.0.1:1', TOKEN);
    const running = runSuite({ profile: unreachable, plan: planRun(unreachable, { only: ['catalog'] }) });
    await expect(running).rejects.toThrow(TargetError);
    await expect(running).rejects.toMatchObject({
      code: 'target-unreachable',
      message: expect.stringMatching(/ECONNREFUSED|refused/),
    });
  });

  it('rejects when the target does not know the token', async () => {
    const reference = await startReferenceServer();
    try {
      const stranger = basicProfile(reference.url, TOKEN);
      await expect(runSuite({ profile: stranger })).rejects.toMatchObject({ code: 'token-rejected' });
    } finally {
      await reference.close();
    }
  });

  it('is incomplete when a required requirement was not exercised', async () => {
    const plan = planRun(profile(), { only: ['catalog.get'], isFast: true });
    const report = await runSuite({ profile: profile(), plan, required: ['skills.toggle.flips'] });
    expect(report.incomplete).toContainEqual(
      expect.stringMatching(/^skills\.toggle\.flips is required and was not exercised: /),
    );
  });

  it('ends on an abort signal, with a report of the results so far', async () => {
    const report = await runSuite({ profile: profile(), signal: AbortSignal.abort() });
    expect(report).toMatchObject({ verdict: 'incomplete', incomplete: ['the run was stopped'] });
  });

  it('refuses a plan with an unknown check', async () => {
    const plan = { checks: [{ id: 'chats.made-up', requirements: [], needs: [] }], leftOut: [], unmet: [] };
    await expect(runSuite({ profile: profile(), plan })).rejects.toThrow(
      'the suite has no check chats.made-up',
    );
  });
});

describe('planRun', () => {
  it('splits the checks into parts without overlap', () => {
    const whole = planRun(profile());
    const parts = [1, 2, 3].map((index) => planRun(profile(), { shard: { index, count: 3 } }));
    const ids = parts.flatMap(({ checks }) => checks.map(({ id }) => id));
    expect(ids.sort()).toEqual(whole.checks.map(({ id }) => id).sort());
    for (const { checks } of parts) expect(checks.length).toBeGreaterThan(0);
  });

  it('refuses a selection that matches nothing', () => {
    expect(() => planRun(profile(), { only: ['chats.made-up'] })).toThrow(SelectionError);
    expect(() => planRun(profile(), { skip: ['chats.made-up'] })).toThrow(
      'no check and no requirement begins with chats.made-up',
    );
  });

  it('lists the needs that the profile lacks', () => {
    expect(planRun(profile()).unmet).toContain('credential:second');
  });
});

describe('readProfile', () => {
  const text =
    'profile: 1\ntarget: https://conversations.example/\ncredentials:\n  main: { token_env: TOKEN }\n';

  it('reads tokens from the given environment', () => {
    const { baseUrl, credentials } = readProfile(text, { environment: { TOKEN } });
    expect({ baseUrl, credentials }).toEqual({
      baseUrl: 'https://conversations.example',
      credentials: { main: { token: TOKEN } },
    });
  });

  it('refuses text that is not a profile, and names the source', () => {
    const read = () => readProfile('profile: 2', { name: 'mine.yaml', environment: {} });
    expect(read).toThrow(ProfileError);
    expect(read).toThrow(/^mine\.yaml:1: profile /);
  });
});
