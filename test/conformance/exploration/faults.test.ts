import { describe, expect, it } from 'vitest';
import { ANSWERS, SENDS } from '../../../generated/operation-groups.js';
import { alarmsIn, judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { answerAfter, answerInstead } from '../../../src/alterations/decorators/answer-instead.ts';
import { fail, isSuccess, refuse, resolved } from '../../../src/alterations/decorators/answers.ts';
import { closingOnce } from '../../../src/alterations/decorators/interactions.ts';
import { withFreshKey } from '../../../src/alterations/decorators/keys.ts';
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import { sequenceChecks } from '../../../src/conformance/exploration/sequence.ts';
import type { Step } from '../../../src/conformance/exploration/step.ts';
import type { Profile } from '../../../src/conformance/profile/profile.ts';
import { FAULT_HEADER } from '../../../src/reference/faults/fault-scope.ts';
import type { HttpAnswer, HttpRequest } from '../../../src/reference/http/exchange.ts';
import type { Decorator } from '../../../src/reference/ports.ts';
import { expectFound } from './expect-found.ts';
import { sendStep } from './send-step.ts';

const profile = referenceProfileOf('http://127.0.0.1:1', 1);

const chat: Step = { do: 'create-chat', chat: 'A', as: 'main', title: 'Tide tables', mode: 'manual' };
const asks = sendStep({ does: ['approval'] });
const answerUnder = (fault: string): Step => ({ do: 'answer-under-fault', fault, says: 'yes', turn: '1' });
const answers: Step = { do: 'answer', says: 'yes', turn: '1' };

/** Answers requests to a chat in another way once one of its requests met a fault. */
function afterFault(
  operations: Parameters<typeof answerInstead>[0],
  fault: string,
  answer: (request: HttpRequest, sound: HttpAnswer) => HttpAnswer | undefined,
): Decorator {
  return {
    exchange(exchange) {
      const met = new Set<unknown>();
      const after = answerAfter(operations, (request, sound) =>
        met.has(request.path.chat_id) ? answer(request, sound) : undefined,
      )(exchange);
      return async (request) => {
        if (request.header(FAULT_HEADER) !== fault) return after(request);
        met.add(request.path.chat_id);
        return exchange(request);
      };
    },
  };
}

/** Mistakes under or after an outage, each with the steps that show it. */
const MISTAKES: readonly (readonly [string, Decorator, string, readonly Step[]])[] = [
  [
    'an undelivered answer that closes its question',
    {
      exchange: closingOnce(
        ({ status }) => status === 503,
        (request) => refuse(request),
      ),
    },
    'interactions.state.approve-tool-resolves',
    [chat, asks, answerUnder('action_not_sent'), answers],
  ],
  [
    'an answer of unknown outcome that can be given again',
    afterFault(ANSWERS, 'action_no_answer', (request, sound) =>
      sound.status === 409 ? resolved(request) : undefined,
    ),
    'errors.action-not-pending.outcome-unknown',
    [chat, asks, answerUnder('action_no_answer'), { do: 'answer-again', says: 'yes', turn: '1' }],
  ],
  [
    'an undelivered cancel after which no cancel arrives',
    afterFault('cancelTurn', 'cancel_delivery', (request) => refuse(request)),
    'cancel.turn.live-turn',
    [chat, sendStep({ end: 'holds' }), { do: 'cancel-under-fault', chat: 'A' }, { do: 'cancel', chat: 'A' }],
  ],
  [
    'a turn that runs again after its save was not confirmed',
    {
      exchange(exchange) {
        const unsaved = new Set<string | undefined>();
        return answerInstead(SENDS, (request, sound) => {
          const key = request.header('idempotency-key');
          if (request.header(FAULT_HEADER) === 'persistence') unsaved.add(key);
          else if (unsaved.has(key)) return sound({ ...request, ...withFreshKey(request) });
          return undefined;
        })(exchange);
      },
    },
    'idempotency.replay.stream-redelivers',
    [
      chat,
      sendStep({ end: 'persistence' }),
      { do: 'await-recovery', turn: '1' },
      { do: 'repeat', over: 'its endpoint', turn: '1' },
    ],
  ],
  [
    'a chat that stays busy after a deadline',
    afterFault(SENDS, 'turn_timeout', (request) => fail(request, 'chat-busy')),
    'turns.stream.exists',
    [chat, sendStep({ end: 'turn_timeout' }), sendStep({ turn: '2' })],
  ],
  [
    'agents that stay away after an outage',
    afterFault(SENDS, 'agents_unavailable', (request, sound) =>
      isSuccess(sound) ? fail(request, 'agents-unavailable') : undefined,
    ),
    'turns.stream.exists',
    [
      chat,
      { do: 'send-while-agents-are-out', fault: 'agents_unavailable', over: 'blocking', chat: 'A' },
      sendStep(),
    ],
  ],
];

describe('a sequence with outages', () => {
  it.each(MISTAKES)('finds %s', (_, mistake, requirement, steps) => expectFound(mistake, requirement, steps));

  it.each<readonly [string, readonly Step[]]>([
    ['answers', [chat, asks, answerUnder('action_not_sent'), answerUnder('interaction_backend'), answers]],
    ['cancellations', [chat, sendStep({ end: 'holds' }), { do: 'cancel-under-fault', chat: 'A' }]],
    [
      'saves',
      [
        chat,
        sendStep({ end: 'persistence' }),
        { do: 'await-recovery', turn: '1' },
        { do: 'repeat', over: 'its endpoint', turn: '1' },
      ],
    ],
    [
      'deadlines',
      [chat, sendStep({ end: 'turn_timeout' }), { do: 'repeat', over: 'its endpoint', turn: '1' }],
    ],
  ])('takes outages of %s without a model that follows scripts', async (_, steps) => {
    const { endless_turn, tool_approval } = profile.scenarios;
    const scenarios = { plain: { body: { content: 'Hello' } }, endless_turn, tool_approval };
    const changeProfile = (known: Profile) => ({ ...known, scenarios }) as Profile;
    const checks = sequenceChecks([steps], changeProfile(profile));
    const { report } = await judgeReference({ checks, changeProfile });
    expect(alarmsIn(report)).toEqual([]);
    expect(checks.flatMap(({ taken }) => taken)).toEqual(steps);
  });
});
