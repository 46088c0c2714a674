import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { exploreReference } from '../../../scripts/exploration/explore-reference.ts';
import { answerInstead } from '../../../src/alterations/decorators/answer-instead.ts';
import { resolved } from '../../../src/alterations/decorators/answers.ts';
import { withFreshKey } from '../../../src/alterations/decorators/keys.ts';
import { ANSWERS, type Operations, SENDS } from '../../../src/alterations/decorators/operations.ts';
import { withClock } from '../../../src/alterations/decorators/ports.ts';
import type { Exchange, HttpRequest } from '../../../src/reference/http/exchange.ts';
import type { Decorator } from '../../../src/reference/ports.ts';

/** How far apart two requests of the same moment reach the server, in milliseconds. */
const MOMENT = 5;

/** Answers a request in another way when another one to the same chat came in the same moment. */
function inTheSameMoment(
  operations: Operations,
  answer: (request: HttpRequest, sound: Exchange) => ReturnType<Exchange>,
): Decorator {
  return withClock((clock) => {
    const last = { chat: '', at: Number.NEGATIVE_INFINITY };
    return answerInstead(operations, (request, sound) => {
      const chat = String(request.path.chat_id);
      const isSecond = last.chat === chat && clock.now() - last.at < MOMENT;
      Object.assign(last, { chat, at: clock.now() });
      return isSecond ? answer(request, sound) : sound(request);
    });
  });
}

it.each([
  [
    'two sends with one key, of which the second is taken for another turn',
    inTheSameMoment(SENDS, (request, sound) => sound({ ...request, ...withFreshKey(request) })),
    'idempotency.replay.stream-redelivers',
    'send-twice-at-once',
  ],
  [
    'two turns in one chat that both run',
    inTheSameMoment(SENDS, (request, sound) =>
      sound({ ...request, path: { ...request.path, chat_id: randomUUID() } }),
    ),
    'states.chat.one-running-turn',
    'send-two-at-once',
  ],
  [
    'two answers to one question that both succeed',
    inTheSameMoment(ANSWERS, resolved),
    'errors.action-not-pending.claimed',
    'answer-twice-at-once',
  ],
])('an exploration finds %s', async (_, defect, requirement, step) => {
  const { report } = await exploreReference({
    seed: 1,
    decorators: [defect],
    duration: 3_600_000,
    turns: 500,
  });
  const found = report.exploration?.found.find(({ requirements }) => requirements.includes(requirement));
  expect(found?.steps.at(-1)).toMatchObject({ do: step });
});
