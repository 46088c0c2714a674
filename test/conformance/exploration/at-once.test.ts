import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { alarmsIn, judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { answerInstead } from '../../../src/alterations/decorators/answer-instead.ts';
import { resolved } from '../../../src/alterations/decorators/answers.ts';
import { withFreshKey } from '../../../src/alterations/decorators/keys.ts';
import { ANSWERS, type Operations, SENDS } from '../../../src/alterations/decorators/operations.ts';
import { withClock } from '../../../src/alterations/decorators/ports.ts';
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import { sequenceChecks } from '../../../src/conformance/exploration/sequence.ts';
import type { Step } from '../../../src/conformance/exploration/step.ts';
import type { Exchange, HttpRequest } from '../../../src/reference/http/exchange.ts';
import type { Decorator } from '../../../src/reference/ports.ts';
import { sendStep } from './send-step.ts';

const profile = referenceProfileOf('http://127.0.0.1:1', 1);

/** Requests that reach the server within this many milliseconds count as concurrent. */
const MOMENT = 5;

/** Answers a request differently when another request to the same chat arrives at the same moment. */
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

it.each<[string, Decorator, string, readonly Step[]]>([
  [
    'two sends with one key that count as two turns',
    inTheSameMoment(SENDS, (request, sound) => sound({ ...request, ...withFreshKey(request) })),
    'idempotency.replay.stream-redelivers',
    [sendStep(), { do: 'send-twice-at-once', over: 'streaming', turn: '2', chat: 'A', as: 'main' }],
  ],
  [
    'two turns in one chat that both run',
    inTheSameMoment(SENDS, (request, sound) =>
      sound({ ...request, path: { ...request.path, chat_id: randomUUID() } }),
    ),
    'states.chat.one-running-turn',
    [sendStep(), { do: 'send-two-at-once', turn: '2', chat: 'A', as: 'main' }],
  ],
  [
    'two answers to one question that both succeed',
    inTheSameMoment(ANSWERS, resolved),
    'errors.action-not-pending.claimed',
    [sendStep({ does: ['approval'] }), { do: 'answer-twice-at-once', says: 'yes', turn: '1' }],
  ],
])('a sequence finds %s', async (_, defect, requirement, steps) => {
  const violated = async (decorators: readonly Decorator[]) => {
    const checks = sequenceChecks([steps], profile);
    const { report } = await judgeReference({ checks, decorators });
    expect(checks.flatMap(({ taken }) => taken)).toEqual(steps);
    return alarmsIn(report).map((alarm) => alarm.split(':')[0]);
  };
  expect(await violated([])).toEqual([]);
  expect(await violated([defect])).toContain(requirement);
});
