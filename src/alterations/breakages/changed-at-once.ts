import type { Exchange, HttpAnswer, HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import type { OperationId } from '../../reference/http/operation.ts';
import { type Breakage, breakage, type PortChange } from '../alteration.ts';
import { answerInstead } from '../decorators/answer-instead.ts';
import { withClock } from '../decorators/ports.ts';
import { type Body, bodyOf, withBody } from '../decorators/requests.ts';

/** How long a request waits for another one, in milliseconds. */
const SOON = 20;

/** What goes wrong with the second of two requests that come at once. */
export const changedAtOnceBreakages: readonly Breakage[] = [
  breakage(
    'skills.toggle.flips/at-once',
    'Of two toggles at once, both answer with what the first one made of the skill.',
    forSecond('toggleSkill', async (request, first, sound) => {
      const answer = await first.answer;
      await sound(request);
      return answer;
    }),
  ),
  breakage(
    'chats.update.is-favorite/at-once',
    'Of two changes of a chat at once, the flag is that of the first and the name that of the second.',
    mixing('updateChat', 'is_favorite'),
  ),
  breakage(
    'skills.update.icon/at-once',
    'Of two changes of a skill at once, the icon is that of the first and the description that of the second.',
    mixing('updateSkill', 'icon'),
  ),
  ...(
    [
      ['chats.create.exists/at-once', 'createChat'],
      ['skills.create.exists/at-once', 'createSkill'],
    ] as const
  ).map(([id, operation]) =>
    breakage(
      id,
      `Of two requests for ${operation} at once, both get what the first one made.`,
      forSecond(operation, (_, { answer }) => answer),
    ),
  ),
];

/** A request under way, and its answer. */
interface First {
  readonly request: HttpRequest;
  readonly answer: Promise<HttpAnswer>;
}

/** Answers a request that comes while another of its credential, for the same thing, is under way. */
function forSecond(
  operation: OperationId,
  answer: (request: HttpRequest, first: First, sound: Exchange) => Promise<HttpAnswer>,
): PortChange {
  return withClock((clock) => (exchange) => {
    const underWay = new Map<string, First>();
    return answerInstead(operation, (request, sound) => {
      const key = JSON.stringify([request.path, request.header('authorization')]);
      const first = underWay.get(key);
      if (first) return answer(request, first, sound);
      const waited = new Promise<void>((resolve) => clock.after(SOON, resolve));
      const own = waited.then(() => {
        underWay.delete(key);
        return sound(request);
      });
      underWay.set(key, { request, answer: own });
      return own;
    })(exchange);
  });
}

/** Stores one member of the first change with the second, which answers with its own. */
function mixing(operation: OperationId, member: string): PortChange {
  return forSecond(operation, async (request, first, sound) => {
    await first.answer;
    const mixed = withBody(request, (body) => ({ ...body, [member]: bodyOf(first.request)?.[member] }));
    const answer = (await sound({ ...request, ...mixed })) as JsonAnswer;
    const body: Body = answer.body;
    return { ...answer, body: { ...body, data: { ...body.data, ...bodyOf(request) } } };
  });
}
