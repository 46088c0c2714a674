import { randomUUID } from 'node:crypto';
import { SENDS } from '../../../generated/operation-groups.js';
import type { Exchange, HttpRequest } from '../../reference/http/exchange.ts';
import type { Ports } from '../../reference/ports.ts';
import type { LiveTurn } from '../../reference/turns/live-turn.ts';
import { type Breakage, type BreakageId, breakage, type PortChange } from '../alteration.ts';
import { answerInstead, retryRefused } from '../decorators/answer-instead.ts';
import { codeOf, fail } from '../decorators/answers.ts';
import { asOwner } from '../decorators/as-owner.ts';
import { keyOf, withFreshKey } from '../decorators/keys.ts';
import { rewriteStore, withClock } from '../decorators/ports.ts';
import { bodyOf, withBody } from '../decorators/requests.ts';

const BUSY = 'api_v1_chat_busy';
/** How often a send that was put off is tried again, in milliseconds. */
const SOON = 500;

/** The server refuses something as it has to, but not without effect; or something that is over still has an effect. */
export const refusedBreakages: readonly Breakage[] = [
  busyAfter('errors.agents-unavailable.nothing-started/busy', 'api_v1_agents_unavailable'),
  busyAfter('errors.agents-disabled.answer/busy', 'api_v1_agents_disabled'),
  busyAfter('errors.sync-requires-auto.answer/busy', 'api_v1_sync_requires_auto'),
  busyAfter('errors.content-too-long.answer/busy', 'api_v1_content_too_long'),
  busyAfter('credentials.ownership.chats/busy', 'api_v1_not_found'),
  breakage(
    'credentials.ownership.chats/renames',
    "A change of another credential's chat is refused, but gives the chat its name.",
    (exchange) =>
      answerInstead('updateChat', async (request, owning) => {
        const answer = await exchange(request);
        const { name } = bodyOf(request) ?? {};
        if (answer.status === 404 && name !== undefined)
          await owning({ ...request, ...withBody(request, () => ({ name })) });
        return answer;
      })(asOwner('updateChat')(exchange)),
  ),
  breakage(
    'errors.idempotency-conflict.answer/runs',
    'A body that its key is refused for runs without a key.',
    answerInstead(SENDS, async (request, sound) => {
      const answer = await sound(request);
      if (codeOf(answer) === 'api_v1_idempotency_conflict') await runAlone(sound, request);
      return answer;
    }),
  ),
  breakage(
    'states.chat.second-send-refused/put-off',
    'A send that a busy chat refuses runs once the chat is free.',
    withClock((clock) =>
      answerInstead(SENDS, async (request, sound) => {
        const retry = async () => {
          if (!(await runAlone(sound, request))) clock.after(SOON, retry);
        };
        const answer = await sound(request);
        if (codeOf(answer) === BUSY) clock.after(SOON, retry);
        return answer;
      }),
    ),
  ),
  breakage(
    'states.chat.second-send-refused/after-replay',
    'The replay of an earlier turn frees its chat, whatever runs there.',
    (exchange) => {
      const keys = new Map<string | undefined, (string | undefined)[]>();
      const freed = new Set<string | undefined>();
      const elsewhere = retryRefused(SENDS, ({ path }, refusal) =>
        codeOf(refusal) === BUSY && freed.has(path.chat_id) ? { path: { chat_id: randomUUID() } } : undefined,
      );
      return answerInstead(SENDS, (request, sound) => {
        const known = keys.get(request.path.chat_id) ?? [];
        const key = keyOf(request);
        if (known.includes(key) && known.at(-1) !== key) freed.add(request.path.chat_id);
        else if (known.at(-1) !== key) keys.set(request.path.chat_id, [...known, key]);
        return sound(request);
      })(elsewhere(exchange));
    },
  ),
  breakage(
    'cancel.turn.live-turn/after-expired',
    'Once an interaction of a turn has expired, a cancellation of the turn succeeds and cancels nothing.',
    afterExpiry(({ delivery, ...ports }, hasExpired) => ({
      ...ports,
      delivery: {
        ...delivery,
        cancel: (turn: LiveTurn) => (hasExpired(turn.id) ? undefined : delivery.cancel(turn)),
      },
    })),
  ),
  breakage(
    'turns.send.exists/after-expired',
    'The chat of a turn whose interaction has expired is busy for ever.',
    afterExpiry((ports, hasExpired) =>
      rewriteStore('turns', ({ findOpen, list }) => ({
        findOpen(chatId) {
          const { turns } = list(chatId, { offset: 0, limit: 200 });
          return findOpen(chatId) ?? turns.find(({ id }) => hasExpired(id))?.id;
        },
      }))(ports),
    ),
  ),
];

/** A chat stays busy once a send to it was refused with a certain code. */
function busyAfter<const Id extends string>(id: BreakageId<Id>, code: string): Breakage {
  return breakage(id, `Once a send got ${code}, its chat is busy for ever.`, (exchange) => {
    const chats = new Set<string | undefined>();
    return answerInstead(SENDS, async (request, sound) => {
      const answer = await sound(request);
      if (codeOf(answer) === code) chats.add(request.path.chat_id);
      else if (chats.has(request.path.chat_id))
        return fail(request, 'chat-busy', { data: { message_id: 1 } });
      return answer;
    })(exchange);
  });
}

/** Runs a send under a key of its own. @returns whether the chat was free for it */
async function runAlone(sound: Exchange, request: HttpRequest): Promise<boolean> {
  const answer = await sound({ ...request, ...withFreshKey(request) });
  if ('open' in answer) answer.open({ send() {}, end() {}, onGone() {} });
  return codeOf(answer) !== BUSY;
}

/** Changes the ports of a server that knows which turns have an interaction that has expired. */
function afterExpiry(change: (ports: Ports, hasExpired: (turnId: number) => boolean) => Ports): PortChange {
  return {
    port: 'store',
    ports(ports) {
      const turns = new Set<number | undefined>();
      const noting = rewriteStore('interactions', (sound) => ({
        change(id, from, to) {
          const isChanged = sound.change(id, from, to);
          if (isChanged && to === 'expired') turns.add(sound.find(id)?.turnId);
          return isChanged;
        },
      }));
      return change(noting(ports), (turnId) => turns.has(turnId));
    },
  };
}
