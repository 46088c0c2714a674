import { check } from '../../check-kit/check.ts';
import { CHANNELS } from '../../check-kit/context.ts';
import { showEverywhere } from '../../check-kit/shown-turn.ts';
import { isObject, type JsonObject } from '../../judge/json.ts';

/** The members of a turn that every place shows (sections 2.3 and 6, A-46). Others may come and go. */
const MEMBERS = [
  'id',
  'chat_id',
  'role',
  'content',
  'usage',
  'steps',
  'sources',
  'anonymization',
  'metadata',
  'agent_runs',
];

/** What turns show of themselves (section 2.3). Agents have a file of their own. */
export const messageChecks = [
  check({
    id: 'messages.replay.shape',
    requirements: ['messages.replay.shape'],
    async run(t) {
      for (const channel of CHANNELS) {
        const { first, replay } = await showEverywhere(t, channel, t.plain());
        t.expect('messages.replay.shape').equals(replay.source, shapeOf(replay.turn), shapeOf(first.turn));
      }
    },
  }),

  check({
    id: 'messages.prompt.as-sent',
    requirements: ['messages.prompt.as-sent'],
    async run(t) {
      const chatId = t.freshId();
      const turn = t.plain();
      t.given(await t.main.send(turn, { chatId }));
      const history = t.given(await t.main.history(chatId));
      t.expect('messages.prompt.as-sent').equals(
        history,
        history.items[0]?.prompt,
        turn.content,
        '/data/0/prompt',
      );
    },
  }),

  check({
    id: 'messages.status.cancelled-in-history',
    requirements: ['messages.status.cancelled-in-history'],
    needs: ['scenario:long_turn'],
    async run(t) {
      const stream = await t.running(t.scenario('long_turn'));
      t.given(await t.main.act(stream.chatId, 'cancel', {}));
      const end = await stream.rest();
      t.assume(end?.type === 'message.cancelled', `the cancelled turn ended with ${end?.type}`);
      const history = t.given(await t.main.history(stream.chatId));
      t.expect('messages.status.cancelled-in-history').equals(
        history,
        history.items.find(({ id }) => id === stream.messageId)?.status,
        'cancelled',
        '/data/0/status',
      );
    },
  }),

  check({
    id: 'messages.usage.null-without-consumption',
    requirements: ['messages.usage.null-without-consumption'],
    needs: ['scenario:no_usage'],
    async run(t) {
      const actor = t.actorOf('no_usage');
      const stream = await t.open(t.scenario('no_usage'), {}, actor);
      await stream.until('message.start');
      await actor.act(stream.chatId, 'cancel', {});
      const end = await stream.rest();
      t.assume(end !== undefined && end.type !== 'message.error', `the turn ended with ${end?.type}`);
      t.expect('messages.usage.null-without-consumption').equals(stream, end?.data.usage, null, '/usage');
    },
  }),

  check({
    id: 'messages.sources.chunks-used',
    requirements: ['messages.sources.chunks-used'],
    needs: ['scenario:sources'],
    async run(t) {
      const answer = t.given(await t.actorOf('sources').send(t.scenario('sources')));
      const { sources } = answer.data;
      t.expect('messages.sources.chunks-used').holds(
        answer,
        Array.isArray(sources) && sources.length > 0,
        'the chunks that were used',
        sources,
        '/data/sources',
      );
    },
  }),

  check({
    id: 'messages.anonymization.incognito-only',
    requirements: ['messages.anonymization.incognito-only'],
    needs: ['scenario:anonymization'],
    async run(t) {
      const row = t.expect('messages.anonymization.incognito-only');
      const actor = t.actorOf('anonymization');
      const replaced = t.given(await actor.send(t.scenario('anonymization')));
      const filled = replaced.data.anonymization;
      row.holds(replaced, !isEmpty(filled), 'the replacements', filled, '/data/anonymization');
      const plain = t.given(await t.main.send(t.plain()));
      const unfilled = plain.data.anonymization;
      row.holds(plain, isEmpty(unfilled), 'none', unfilled, '/data/anonymization');
    },
  }),
];

/** The types of a turn's members, by name. One that is null may as well be left out. */
function shapeOf(turn: JsonObject): JsonObject {
  return Object.fromEntries(MEMBERS.map((name) => [name, kindOf(turn[name])]));
}

function kindOf(value: unknown): string | null {
  return value === undefined || value === null ? null : Array.isArray(value) ? 'array' : typeof value;
}

function isEmpty(value: unknown): boolean {
  return !isObject(value) || Object.keys(value).length === 0;
}
