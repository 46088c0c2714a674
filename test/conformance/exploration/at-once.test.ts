import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ANSWERS, SENDS } from '../../../generated/operation-groups.js';
import { ALL_BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { answerAfter, answerInstead } from '../../../src/alterations/decorators/answer-instead.ts';
import {
  fail,
  failure,
  notPending,
  refuse,
  resolved,
  succeed,
} from '../../../src/alterations/decorators/answers.ts';
import { withFreshKey } from '../../../src/alterations/decorators/keys.ts';
import type { Operations } from '../../../src/alterations/decorators/operations.ts';
import { inStore, withClock } from '../../../src/alterations/decorators/ports.ts';
import { type Body, bodyOf, withBody } from '../../../src/alterations/decorators/requests.ts';
import type { Step } from '../../../src/conformance/exploration/step.ts';
import type { Exchange, HttpRequest } from '../../../src/reference/http/exchange.ts';
import type { OperationId } from '../../../src/reference/http/operation.ts';
import type { Decorator } from '../../../src/reference/ports.ts';
import { expectFound, stepsTaken, violatedBy } from './expect-found.ts';
import { sendStep } from './send-step.ts';

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

/** Deletes nothing if a change of the same thing comes at the same moment. */
function keptByChange(deletion: OperationId, change: OperationId, id: string): Decorator {
  return withClock((clock) => {
    const changed = new Map<unknown, number>();
    return answerInstead([deletion, change], async (request, sound) => {
      const which = request.path[id];
      if (request.operation.operationId === change) {
        changed.set(which, clock.now());
        return sound(request);
      }
      await new Promise<void>((resolve) => clock.after(MOMENT, resolve));
      const isKept = clock.now() - (changed.get(which) ?? Number.NEGATIVE_INFINITY) <= MOMENT;
      return isKept ? succeed(request, { id: which, deleted: true }) : sound(request);
    });
  });
}

/** Changes the body of a request, or finds nothing, if another operation comes at the same moment. */
function changedBeside(
  beside: OperationId,
  operation: OperationId,
  change: ((body: Body) => Body) | undefined,
): Decorator {
  return withClock((clock) => {
    let last = Number.NEGATIVE_INFINITY;
    return answerInstead([beside, operation], async (request, sound) => {
      if (request.operation.operationId === beside) last = clock.now();
      else {
        // Either may come first.
        await new Promise<void>((resolve) => clock.after(2 * MOMENT, resolve));
        if (clock.now() - last < 4 * MOMENT)
          return change ? sound({ ...request, ...withBody(request, change) }) : fail(request, 'not-found');
      }
      return sound(request);
    });
  });
}

function breakage(id: string): Decorator {
  const found = ALL_BREAKAGES.find((each) => each.id === id);
  if (!found) throw new RangeError(`there is no breakage ${id}`);
  return found;
}

const chat: Step = { do: 'create-chat', chat: 'A', as: 'main', title: 'Tide tables', mode: 'manual' };
const skill: Step = { do: 'create-skill', skill: 'S', visibility: 'private' };

const inChat = (one: string, other: string, turn?: string): Step => ({
  do: 'chat-at-once',
  one,
  other,
  chat: 'A',
  as: 'main',
  ...(turn !== undefined && { turn }),
});
const onSkill = (one: string, other: string): Step => ({ do: 'skill-at-once', one, other, skill: 'S' });
const asks = sendStep({ does: ['approval'] });
const holds = sendStep({ end: 'holds' });
const both = (request: string, turn?: string) => inChat(request, request, turn);

it.each<[string, Decorator, string, readonly Step[]]>([
  [
    'two sends with one key that count as two turns',
    inTheSameMoment(SENDS, (request, sound) => sound({ ...request, ...withFreshKey(request) })),
    'idempotency.replay.stream-redelivers',
    [chat, both('send one turn (streaming)', '1')],
  ],
  [
    'two turns in one chat that both run',
    inTheSameMoment(SENDS, (request, sound) =>
      sound({ ...request, path: { ...request.path, chat_id: randomUUID() } }),
    ),
    'states.chat.one-running-turn',
    [chat, both('send a turn that holds', '1')],
  ],
  [
    'two turns in a new chat that both run',
    inTheSameMoment(SENDS, (request, sound) =>
      sound({ ...request, path: { ...request.path, chat_id: randomUUID() } }),
    ),
    'states.chat.one-running-turn',
    [both('send a turn that holds', '1')],
  ],
  [
    'two answers to one question that both succeed',
    inTheSameMoment(ANSWERS, resolved),
    'errors.action-not-pending.claimed',
    [chat, asks, both('answer its turn with yes')],
  ],
  [
    'an answer that a stranger takes away',
    inTheSameMoment(ANSWERS, notPending),
    'interactions.state.approve-tool-resolves',
    [chat, asks, inChat('answer its turn as a stranger', 'answer its turn with yes')],
  ],
  [
    'two toggles of which one is lost',
    breakage('skills.toggle.flips/at-once'),
    'skills.toggle.flips',
    [skill, onSkill('toggle it', 'toggle it')],
  ],
  [
    'two changes of a chat that are mixed',
    breakage('chats.update.is-favorite/at-once'),
    'chats.update.is-favorite',
    [chat, inChat('rename and mark it', 'rename and unmark it')],
  ],
  [
    'a change of a skill that a toggle beside it turns into another one',
    changedBeside('toggleSkill', 'updateSkill', (body) => ({ ...body, description: 'Nobody sent this.' })),
    'skills.update.description',
    [skill, onSkill('toggle it', 'describe it')],
  ],
  [
    'a read beside a change that shows neither',
    changedBeside('updateChat', 'getChat', undefined),
    'chats.get.exists',
    [chat, inChat('rename it', 'read it')],
  ],
  [
    'two cancels of which the second fails',
    inTheSameMoment('cancelTurn', (request) => refuse(request)),
    'cancel.turn.live-turn',
    [chat, holds, both('cancel its turn')],
  ],
  [
    'a cancel that fails beside an answer',
    inTheSameMoment([...ANSWERS, 'cancelTurn'], (request) => refuse(request)),
    'cancel.turn.finished-is-ok',
    [chat, asks, inChat('answer its turn with yes', 'cancel its turn')],
  ],
  [
    'a key that runs a second turn when it is repeated twice',
    inTheSameMoment(SENDS, (request, sound) =>
      sound({ ...request, ...withFreshKey(request), path: { ...request.path, chat_id: randomUUID() } }),
    ),
    'idempotency.key.running-refused',
    [chat, holds, inChat('repeat its turn', 'repeat its turn')],
  ],
  [
    'a chat that stays because it is changed while it is deleted',
    keptByChange('deleteChat', 'updateChat', 'chat_id'),
    'states.chat.deletion-removes',
    [chat, inChat('delete it', 'rename and mark it')],
  ],
  [
    'a skill that stays because it is toggled while it is deleted',
    keptByChange('deleteSkill', 'toggleSkill', 'skill_id'),
    'skills.delete.no-longer-served',
    [skill, onSkill('delete it', 'toggle it')],
  ],
])('a sequence finds %s', (_, defect, requirement, steps) => expectFound(defect, requirement, steps));

it.each<[string, readonly Step[]]>([
  [
    'an answer and a new turn',
    [chat, asks, inChat('answer its turn with yes', 'send a turn that holds', '2')],
  ],
  ['a cancel and a new turn', [chat, holds, inChat('cancel its turn', 'send a turn that holds', '2')]],
  ['a no and a repetition', [chat, asks, inChat('answer its turn with no', 'repeat its turn')]],
  [
    'a cancel and a change',
    [chat, holds, inChat('cancel its turn', 'rename it'), { do: 'look-for-chat', chat: 'A' }],
  ],
  ['two deletions', [chat, both('delete it'), { do: 'look-for-chat', chat: 'A' }]],
  [
    'two deletions of a skill',
    [skill, onSkill('delete it', 'delete it'), { do: 'look-for-skill', skill: 'S' }],
  ],
])('a sequence takes %s at once', async (_, steps) => {
  expect(await stepsTaken(steps)).toEqual(steps);
});

/** A service that is slow with reads and changes, and gives a chat without a title one a while after a turn. */
const TITLING: readonly Decorator[] = [
  inStore('turns', ({ close, find }, { store: { chats }, clock }) => ({
    close(id, outcome, at) {
      const chat = chats.find(find(id)?.chatId ?? '');
      clock.after(6 * MOMENT, () => {
        if (chat && chats.find(chat.id)?.name === null)
          chats.update(chat.id, { name: 'What the turn was about' }, clock.now());
      });
      return close(id, outcome, at);
    },
  })),
  withClock((clock) =>
    answerInstead(['getChat', 'updateChat'], async (request, sound) => {
      await new Promise<void>((resolve) => clock.after(4 * MOMENT, resolve));
      return sound(request);
    }),
  ),
];

it('a sequence accepts a read that shows the title which a turn gave to its chat (A-31)', async () => {
  expect(await violatedBy(TITLING, [sendStep(), inChat('read it', 'rename it')])).toEqual([]);
});

it('a sequence accepts a change that an outage reports as failed', async () => {
  const failing = answerAfter('updateChat', (request) =>
    bodyOf(request)?.name === undefined ? undefined : failure(request, 500, 'api_v1_internal'),
  );
  expect(await violatedBy([{ exchange: failing }], [chat, inChat('rename it', 'mark it')])).toEqual([]);
});
