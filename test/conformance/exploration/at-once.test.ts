import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { alarmsIn, judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { answerInstead } from '../../../src/alterations/decorators/answer-instead.ts';
import { resolved } from '../../../src/alterations/decorators/answers.ts';
import { withFreshKey } from '../../../src/alterations/decorators/keys.ts';
import { ANSWERS, type Operations, SENDS } from '../../../src/alterations/decorators/operations.ts';
import { withClock } from '../../../src/alterations/decorators/ports.ts';
import { sequenceChecks } from '../../../src/conformance/exploration/sequence.ts';
import type { Step, StepValue } from '../../../src/conformance/exploration/step.ts';
import type { Exchange, HttpRequest } from '../../../src/reference/http/exchange.ts';
import type { Decorator } from '../../../src/reference/ports.ts';
import { readProfile } from './read-profile.ts';

const profile = await readProfile();

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

/** A turn that completes, or what differs from one. */
const send = (members: Readonly<Record<string, StepValue>>): Step => ({
  do: 'send',
  over: 'streaming',
  mode: 'manual',
  does: [],
  end: 'completes',
  metadata: false,
  chat: 'A',
  as: 'main',
  ...members,
});

it.each<[string, Decorator, string, readonly Step[]]>([
  [
    'two sends with one key, of which the second is taken for another turn',
    inTheSameMoment(SENDS, (request, sound) => sound({ ...request, ...withFreshKey(request) })),
    'idempotency.replay.stream-redelivers',
    [send({ turn: '1' }), { do: 'send-twice-at-once', over: 'streaming', turn: '2', chat: 'A', as: 'main' }],
  ],
  [
    'two turns in one chat that both run',
    inTheSameMoment(SENDS, (request, sound) =>
      sound({ ...request, path: { ...request.path, chat_id: randomUUID() } }),
    ),
    'states.chat.one-running-turn',
    [send({ turn: '1' }), { do: 'send-two-at-once', turn: '2', chat: 'A', as: 'main' }],
  ],
  [
    'two answers to one question that both succeed',
    inTheSameMoment(ANSWERS, resolved),
    'errors.action-not-pending.claimed',
    [send({ turn: '1', does: ['approval'] }), { do: 'answer-twice-at-once', says: 'yes', turn: '1' }],
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
