import { Answer } from '../../../drive/answer.ts';
import { isSameUuid, makeChat } from '../../check-kit/chats.ts';
import { check, R } from '../../check-kit/check.ts';
import { makePathParameters, OPERATIONS, requestOperation } from '../../check-kit/operations.ts';
import { makeSkill } from '../../check-kit/skills.ts';
import { finish } from '../../check-kit/turns.ts';

/** Statuses that servers return for unknown paths. */
const UNKNOWN_PATH = [404, 405, 501];

/** The status of a stream that opened. */
const OPENED = { status: 200, messageCode: undefined };

/** Ids that clients and gateways use to recognise their requests. A service may record them, but its own id stays a UUID. */
const FOREIGN_IDS = { 'x-request-id': 'request-1', 'x-correlation-id': 'correlation-1' };
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Requirements on the whole service (sections 0 and 1). */
export const serviceChecks = [
  ...OPERATIONS.map((operation) =>
    check({
      id: `service.paths.${operation.operationId}`,
      requirements: [R['service.paths.prefix'], R['service.paths.base-url']],
      async run(t) {
        const isStream = operation.operationId === 'streamMessage';
        // A server may keep the connection open after the terminal event, so the check does not wait for the end of the body.
        const answer = isStream
          ? await t.attempt('streaming', t.plain())
          : await requestOperation(t, operation, await makePathParameters(t, operation));
        const { status, messageCode } = answer instanceof Answer ? answer : OPENED;

        t.expect('service.paths.base-url').isTrue(
          answer,
          status < 300 || status >= 400,
          'an answer at the base URL instead of a redirect',
          status,
        );
        t.expect('service.paths.prefix').isTrue(
          answer,
          !UNKNOWN_PATH.includes(status) || messageCode === 'api_v1_action_not_found',
          `an answer to ${operation.method} ${operation.path}`,
          status,
        );
        if (!(answer instanceof Answer)) await finish(t, answer);
      },
    }),
  ),

  check({
    id: 'service.headers.request-ids',
    requirements: [R['envelope.meta.request-id'], R['events.start.request-id']],
    async run(t) {
      for (const answer of [
        t.requireSuccess(await t.main.request('GET', '/chats', undefined, FOREIGN_IDS)),
        t.requireSuccess(await t.main.send(t.plain(), { headers: FOREIGN_IDS })),
      ]) {
        const id = answer.meta.request_id;
        t.expect('envelope.meta.request-id').isTrue(answer, isUuid(id), 'a UUID', id, '/meta/request_id');
      }
      const stream = await t.open(t.plain(), { headers: FOREIGN_IDS });
      await finish(t, stream);
      const id = stream.events.find(({ type }) => type === 'message.start')?.data.request_id;
      t.expect('events.start.request-id').isTrue(stream, isUuid(id), 'a UUID', id, '/request_id');
    },
  }),

  check({
    id: 'service.chats.hold-turns',
    requirements: [R['service.chats.hold-turns'], R['service.turns.prompt-and-answer']],
    async run(t) {
      const { id: chatId } = await makeChat(t);
      const turn = t.plain();
      const answers = [
        t.requireSuccess(await t.main.send(turn, { chatId })),
        t.requireSuccess(await t.main.send(turn, { chatId })),
      ];
      const history = t.requireSuccess(await t.main.history(chatId));

      const claim = t.expect('service.chats.hold-turns');
      claim.equals(history, history.items.length, answers.length, '/data');
      const stranger = history.items.find(({ chat_id }) => !isSameUuid(chat_id, chatId));
      claim.isTrue(history, stranger === undefined, `turns of ${chatId}`, stranger?.chat_id, '/data');
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
    id: 'service.sends.blocking-waits',
    requirements: [R['service.sends.blocking-waits']],
    async run(t) {
      const chatId = t.freshId();
      const answer = t.requireSuccess(await t.main.send(t.plain(), { chatId }));
      const history = t.requireSuccess(await t.main.history(chatId));
      const item = history.items.find(({ id }) => id === answer.data.id);

      const claim = t.expect('service.sends.blocking-waits');
      claim.isTrue(
        answer,
        answer.data.status !== 'pending',
        'a turn that is over',
        'pending',
        '/data/status',
      );
      claim.equals(history, item?.content, answer.data.content, '/data/0/content');
    },
  }),

  check({
    id: 'service.skills.reusable',
    requirements: [R['service.skills.reusable']],
    async run(t) {
      const { id, path, answer } = await makeSkill(t);
      // The contract does not say whether a new skill is active or what an inactive skill does in a turn.
      if (answer.data.is_active === false) t.requireSuccess(await t.main.patch(`${path}/toggle`));
      const claim = t.expect('service.skills.reusable');
      for (let turn = 1; turn <= 2; turn += 1) {
        claim.accepts(await t.attempt('blocking', t.plain({ attachments: { skill_ids: [id] } })));
      }
    },
  }),
];

function isUuid(value: unknown): boolean {
  return typeof value === 'string' && UUID.test(value);
}
