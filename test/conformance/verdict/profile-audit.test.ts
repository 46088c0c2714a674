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
  it.each<[string, RegExp, ProfileChange]>([
    ['chats.get.foreign', /token of credential:second/, token('second', 'nobody-knows')],
    ['skills.allowlist.creation', /answered 401/, token('allowlist_skills', 'nobody')],
    ['skills.create', /lacks the scope skills:write/, token('main', WITHOUT_SKILLS)],
    ['turns.send.exists', /lacks the scope chat:write/, token('main', WITHOUT_CHATS)],
    ['turns.attachments.agent-ids', /shows no 9991 under agents/, ids('agent', 9991, 9992)],
    ['turns.attachments.workspace-ids', /shows no 9991/, ids('library', 9991)],
    ['cancel.turn.running', /long_turn completes within 15 seconds/, scenario('long_turn')],
    ['errors.turn-timeout.early', /endless_turn completes within 15 seconds/, scenario('endless_turn')],
    ['errors.turn-failed', /upstream_failure completes instead of failing/, scenario('upstream_failure')],
    ['messages.sources', /carries no attachments.workspace_ids/, scenario('sources')],
    ['agents.unavailable', /carries no attachments/, scenario('agents_model_without_tools')],
    ['errors.save-unconfirmed', /fault:persistence has no effect/, fault('persistence')],
    ['errors.agents-disabled', /fault:agents_disabled has no effect/, fault('agents_disabled')],
    ['interactions.undelivered', /fault:action_not_sent has no effect/, fault('action_not_sent')],
    ['cancel.undelivered', /the cancellation arrives/, fault('cancel_delivery')],
  ])(
    'makes the check %s incomplete for the reason %s, and is no violation',
    async (check, reason, change) => {
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
