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

describe('what a check finds since the profile is wrong', () => {
  it.each<[string, ProfileChange, string, RegExp]>([
    [
      'a token that nobody knows',
      token('second', 'nobody-knows'),
      'chats.get.foreign',
      /token of credential:second/,
    ],
    [
      'the like of a limited credential',
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
      'one without most scopes',
      token('main', WITHOUT_CHATS),
      'turns.send.exists',
      /lacks the scope chat:write/,
    ],
    [
      'an agent that is not there',
      ids('agent', 9991, 9992),
      'turns.attachments.agent-ids',
      /shows no 9991 under agents/,
    ],
    ['a library that is not there', ids('library', 9991), 'turns.attachments.workspace-ids', /shows no 9991/],
    [
      'a long turn that ends at once',
      scenario('long_turn'),
      'cancel.turn.running',
      /long_turn ends by itself/,
    ],
    [
      'an endless one, too',
      scenario('endless_turn'),
      'errors.turn-timeout.early',
      /endless_turn ends by itself/,
    ],
    [
      'a failure that does not come',
      scenario('upstream_failure'),
      'errors.turn-failed',
      /upstream_failure goes well/,
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
      'a save that goes well',
      fault('persistence'),
      'errors.save-unconfirmed',
      /fault:persistence changes nothing/,
    ],
    [
      'agents that are there',
      fault('agents_disabled'),
      'errors.agents-disabled',
      /fault:agents_disabled changes/,
    ],
    [
      'an answer that arrives',
      fault('action_not_sent'),
      'interactions.undelivered',
      /fault:action_not_sent changes/,
    ],
    [
      'a cancellation that arrives',
      fault('cancel_delivery'),
      'cancel.undelivered',
      /the cancellation arrives/,
    ],
  ])('is not held against the target, but told: %s', async (_, change, check, reason) => {
    const { verdict, incomplete, requirements } = await judge(change, [check]);
    expect(requirements.filter(({ status }) => status === 'failed').map(({ id }) => id)).toEqual([]);
    expect(verdict).toBe('incomplete');
    expect(incomplete.join('\n')).toMatch(reason);
  });

  it('stays a violation where nobody but the operator can know, and says on what it relies', async () => {
    const { requirements } = await judge(ids('foreign_skill', 41), ['skills.get.foreign']);
    const [finding] = requirements.find(({ id }) => id === 'skills.get.out-of-scope')?.findings ?? [];
    expect(finding?.grounds).toEqual(['resource:foreign_skill 41']);
  });

  it('leaves nothing behind, and claims nothing was left', async () => {
    const { leftovers } = await judge(token('second', 'nobody-knows'), [
      'chats.namespace',
      'errors.not-found',
    ]);
    expect(leftovers).toEqual([]);
  });
});
