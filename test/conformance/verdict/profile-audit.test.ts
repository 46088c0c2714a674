import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../../../src/alterations/index.ts';
import { judgeProfile, type ProfileChange } from '../run/judge-profile.ts';

const TIME_SCALE = 100;

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer({ timeScale: TIME_SCALE, faults: true });
});
afterAll(() => server.close());

const WITHOUT_SKILLS = 'harbor-without-skills-write';
const WITHOUT_CHATS = 'harbor-only-chat-read';

const token = (name: string, value: string): ProfileChange => {
  return ({ credentials }) => ({ credentials: { ...credentials, [name]: { token: value } } });
};
const scenario = (name: string, body: object = {}): ProfileChange => {
  return ({ scenarios }) => ({
    scenarios: { ...scenarios, [name]: { body: { content: 'Hello', ...body } } },
  });
};
const ids = (name: string, ...values: number[]): ProfileChange => {
  return ({ resources }) => ({ resources: { ...resources, [name]: { ids: values } } });
};
const fault = (name: string): ProfileChange => {
  return ({ faults }) => ({ faults: { ...faults, [name]: { headers: { 'x-unknown': 'y' }, body: {} } } });
};

const judge = (change: ProfileChange, only: readonly string[]) =>
  judgeProfile(server.url, TIME_SCALE, change, only);

describe('a finding caused by a wrong profile', () => {
  it.each<[string, ProfileChange, string, RegExp]>([
    ['an unknown token', token('second', 'nobody-knows'), 'chats.get.foreign', /token of credential:second/],
    [
      'a limited credential without its limit',
      token('allowlist_skills', 'nobody'),
      'skills.allowlist.creation',
      /answered 401/,
    ],
    [
      'a main credential without a scope',
      token('main', WITHOUT_SKILLS),
      'skills.create',
      /lacks the scope skills:write/,
    ],
    [
      'a main credential without most scopes',
      token('main', WITHOUT_CHATS),
      'turns.send.exists',
      /lacks the scope chat:write/,
    ],
    [
      'an agent that does not exist',
      ids('agent', 9991, 9992),
      'turns.attachments.agent-ids',
      /shows no 9991 under agents/,
    ],
    [
      'a library that does not exist',
      ids('library', 9991),
      'turns.attachments.workspace-ids',
      /shows no 9991/,
    ],
    [
      'a long turn that ends at once',
      scenario('long_turn'),
      'cancel.turn.running',
      /long_turn completes within 15 seconds/,
    ],
    [
      'an endless turn that ends at once',
      scenario('endless_turn'),
      'errors.turn-timeout.early',
      /endless_turn completes within 15 seconds/,
    ],
    [
      'a failing turn that completes',
      scenario('upstream_failure'),
      'errors.turn-failed',
      /upstream_failure completes instead of failing/,
    ],
    [
      'a turn without library',
      scenario('sources'),
      'messages.sources',
      /carries no attachments.workspace_ids/,
    ],
    [
      'a turn without agents',
      scenario('agents_model_without_tools'),
      'agents.unavailable',
      /carries no attachments/,
    ],
    [
      'a save that succeeds',
      fault('persistence'),
      'errors.save-unconfirmed',
      /fault:persistence has no effect/,
    ],
    [
      'agents that are available',
      fault('agents_disabled'),
      'errors.agents-disabled',
      /fault:agents_disabled has no effect/,
    ],
    [
      'an answer that arrives',
      fault('action_not_sent'),
      'interactions.undelivered',
      /fault:action_not_sent has no effect/,
    ],
    [
      'a cancellation that arrives',
      fault('cancel_delivery'),
      'cancel.undelivered',
      /the cancellation arrives/,
    ],
  ])(
    'is reported as the reason for an incomplete check, not as a violation: %s',
    async (_, change, check, reason) => {
      const { verdict, incomplete, requirements } = await judge(change, [check]);
      expect(requirements.filter(({ status }) => status === 'failed').map(({ id }) => id)).toEqual([]);
      expect(verdict).toBe('incomplete');
      expect(incomplete.join('\n')).toMatch(reason);
    },
  );

  it('stays a violation if only the operator can verify the profile, and names the entries it relies on', async () => {
    const { requirements } = await judge(ids('foreign_skill', 41), ['skills.get.foreign']);
    const [finding] = requirements.find(({ id }) => id === 'skills.get.out-of-scope')?.findings ?? [];
    expect(finding?.grounds).toEqual(['resource:foreign_skill 41']);
  });

  it('deletes everything that the run created', async () => {
    const { leftovers } = await judge(token('second', 'nobody-knows'), [
      'chats.namespace',
      'credentials.ownership',
    ]);
    expect(leftovers).toEqual([]);
  });
});
