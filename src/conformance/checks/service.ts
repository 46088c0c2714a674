import { isSameUuid, makeChat } from '../check-kit/chats.ts';
import { check } from '../check-kit/check.ts';
import { makePathParameters, OPERATIONS, requestOperation } from '../check-kit/operations.ts';
import { makeSkill } from '../check-kit/skills.ts';
import { Answer } from '../drive/answer.ts';
import type { LiveStream } from '../drive/live-stream.ts';

/** What a server says of a path that it does not know. */
const UNKNOWN_PATH = [404, 405, 501];

/** What holds for the whole service (sections 0 and 1). */
export const serviceChecks = [
  ...OPERATIONS.map((operation) =>
    check({
      id: `service.paths.${operation.operationId}`,
      requirements: ['service.paths.prefix', 'service.paths.base-url'],
      async run(t) {
        const answer = await requestOperation(t, operation, await makePathParameters(t, operation));
        const { status, messageCode } = answer;

        t.expect('service.paths.base-url').holds(
          answer,
          status < 300 || status >= 400,
          'an answer at the base URL, and not at another address',
          status,
        );
        t.expect('service.paths.prefix').holds(
          answer,
          !UNKNOWN_PATH.includes(status) || messageCode === 'api_v1_action_not_found',
          `an answer to ${operation.method} ${operation.path}`,
          status,
        );
      },
    }),
  ),

  check({
    id: 'service.bodies.json-requests',
    requirements: ['service.bodies.json-requests'],
    async run(t) {
      const name = `Conformance ${t.freshId()}`;
      const created = await t.main.post('/chats', { name }, { 'content-type': 'application/json' });
      const row = t.expect('service.bodies.json-requests');
      row.succeeds(created);
      row.equals(created, created.data.name, name, '/data/name');
    },
  }),

  check({
    id: 'service.chats.hold-turns',
    requirements: ['service.chats.hold-turns', 'service.turns.prompt-and-answer'],
    async run(t) {
      const { id: chatId } = await makeChat(t);
      const turn = t.plain();
      const answers = [
        t.given(await t.main.send(turn, { chatId })),
        t.given(await t.main.send(turn, { chatId })),
      ];
      const history = t.given(await t.main.history(chatId));

      const row = t.expect('service.chats.hold-turns');
      row.equals(history, history.items.length, answers.length, '/data');
      const strange = history.items.find(({ chat_id }) => !isSameUuid(chat_id, chatId));
      row.holds(history, strange === undefined, `turns of ${chatId}`, strange?.chat_id, '/data');
      for (const { data } of answers) {
        const item = history.items.find(({ id }) => id === data.id);
        t.expect('service.turns.prompt-and-answer').equals(
          history,
          item && { prompt: item.prompt, content: item.content },
          { prompt: turn.content, content: data.content },
          '/data',
        );
      }
    },
  }),

  check({
    id: 'service.sends.two-ways',
    requirements: ['service.sends.two-ways'],
    async run(t) {
      const row = t.expect('service.sends.two-ways');
      row.accepts(await t.attempt('blocking', t.plain()));
      const streamed = await t.attempt('streaming', t.plain());
      row.accepts(streamed);
      if (isStream(streamed)) await streamed.rest();
    },
  }),

  check({
    id: 'service.sends.blocking-waits',
    requirements: ['service.sends.blocking-waits'],
    async run(t) {
      const chatId = t.freshId();
      const answer = t.given(await t.main.send(t.plain(), { chatId }));
      const history = t.given(await t.main.history(chatId));
      const item = history.items.find(({ id }) => id === answer.data.id);

      const row = t.expect('service.sends.blocking-waits');
      row.holds(answer, answer.data.status !== 'pending', 'a turn that is over', 'pending', '/data/status');
      row.equals(history, item?.content, answer.data.content, '/data/0/content');
    },
  }),

  check({
    id: 'service.sends.manual-streams-only',
    requirements: ['service.sends.manual-streams-only'],
    async run(t) {
      const row = t.expect('service.sends.manual-streams-only');
      const turn = t.plain({ permission_mode: 'manual' });
      row.isRefused(await t.attempt('blocking', turn));
      const streamed = await t.attempt('streaming', turn);
      row.accepts(streamed);
      if (isStream(streamed)) await streamed.rest();
    },
  }),

  check({
    id: 'service.skills.reusable',
    requirements: ['service.skills.reusable'],
    async run(t) {
      const { id, path, answer } = await makeSkill(t);
      // Whether a new skill is active is open, and what an inactive one does in a turn too.
      if (answer.data.is_active === false) t.given(await t.main.patch(`${path}/toggle`));
      const row = t.expect('service.skills.reusable');
      for (let turn = 1; turn <= 2; turn += 1) {
        row.accepts(await t.attempt('blocking', t.plain({ attachments: { skill_ids: [id] } })));
      }
    },
  }),
];

function isStream(sent: Answer | LiveStream): sent is LiveStream {
  return !(sent instanceof Answer);
}
