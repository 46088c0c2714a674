import { randomUUID } from 'node:crypto';
import { it } from 'vitest';
import { ANSWERS, INTERACTIONS, SENDS } from '../../../generated/operation-groups.js';
import { ALL_BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { answerInstead } from '../../../src/alterations/decorators/answer-instead.ts';
import { refuse, resolved, succeed } from '../../../src/alterations/decorators/answers.ts';
import { withFreshKey } from '../../../src/alterations/decorators/keys.ts';
import type { Operations } from '../../../src/alterations/decorators/operations.ts';
import { withClock } from '../../../src/alterations/decorators/ports.ts';
import type { Step } from '../../../src/conformance/exploration/step.ts';
import type { Exchange, HttpRequest } from '../../../src/reference/http/exchange.ts';
import type { OperationId } from '../../../src/reference/http/operation.ts';
import type { Decorator } from '../../../src/reference/ports.ts';
import { expectFound } from './expect-found.ts';
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

function breakage(id: string): Decorator {
  const found = ALL_BREAKAGES.find((each) => each.id === id);
  if (!found) throw new RangeError(`there is no breakage ${id}`);
  return found;
}

const chat: Step = { do: 'create-chat', chat: 'A', as: 'main', title: 'Tide tables', mode: 'manual' };
const skill: Step = { do: 'create-skill', skill: 'S', visibility: 'private' };

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
  [
    'two toggles of which one is lost',
    breakage('skills.toggle.flips/at-once'),
    'skills.toggle.flips',
    [skill, { do: 'change-skill-at-once', what: 'skill.toggled', skill: 'S' }],
  ],
  [
    'two changes of a chat that are mixed',
    breakage('chats.update.is-favorite/at-once'),
    'chats.update.is-favorite',
    [chat, { do: 'change-chat-at-once', what: 'chat.changed', chat: 'A' }],
  ],
  [
    'two cancels of which the second fails',
    inTheSameMoment('cancelTurn', (request) => refuse(request)),
    'cancel.turn.live-turn',
    [chat, sendStep({ end: 'holds' }), { do: 'cancel-twice-at-once', turn: '1' }],
  ],
  [
    'a cancel that fails beside an answer',
    inTheSameMoment(INTERACTIONS, (request) => refuse(request)),
    'cancel.turn.finished-is-ok',
    [chat, sendStep({ does: ['approval'] }), { do: 'answer-and-cancel-at-once', says: 'yes', turn: '1' }],
  ],
  [
    'two turns in a new chat that both run',
    inTheSameMoment(SENDS, (request, sound) =>
      sound({ ...request, path: { ...request.path, chat_id: randomUUID() } }),
    ),
    'states.chat.one-running-turn',
    [{ do: 'send-two-to-new-chat-at-once', turn: '1', chat: 'A', as: 'main' }],
  ],
  [
    'a chat that stays because it is changed while it is deleted',
    keptByChange('deleteChat', 'updateChat', 'chat_id'),
    'states.chat.deletion-removes',
    [chat, { do: 'delete-changing-chat', chat: 'A' }, { do: 'look-for-chat', chat: 'A' }],
  ],
  [
    'a skill that stays because it is toggled while it is deleted',
    keptByChange('deleteSkill', 'toggleSkill', 'skill_id'),
    'skills.delete.no-longer-served',
    [
      skill,
      { do: 'delete-changing-skill', with: 'a toggle', skill: 'S' },
      { do: 'look-for-skill', skill: 'S' },
    ],
  ],
  [
    'a stranger that cancels a turn by the id of its question',
    breakage('cancel.action-id.own-only/accepted'),
    'cancel.action-id.own-only',
    [
      chat,
      sendStep({ does: ['approval'] }),
      { do: 'cancel-by-id-as-stranger', where: 'in its chat', turn: '1', as: 'second' },
    ],
  ],
])('a sequence finds %s', (_, defect, requirement, steps) => expectFound(defect, requirement, steps));
