import { ANSWERS } from '../../../../generated/operation-groups.js';
import type { HttpAnswer, HttpRequest } from '../../../reference/http/exchange.ts';
import { TIMERS } from '../../../reference/timers.ts';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { answerInstead } from '../../decorators/answer-instead.ts';
import { fail, isSuccess, notPending, resolved } from '../../decorators/answers.ts';
import {
  closingOnce,
  deciding,
  idsOf,
  isByAnother,
  ownerOf,
  type RaisedById,
  raisedInChatOf,
  withInteractions,
} from '../../decorators/interactions.ts';
import { isFor } from '../../decorators/operations.ts';
import { inStore } from '../../decorators/ports.ts';
import { actionIdOf, type Body, bodyOf, withBody } from '../../decorators/requests.ts';
import { rewriteEvents } from '../../decorators/rewrite-events.ts';
import { rewriteRequests } from '../../decorators/rewrite-requests.ts';
import { shown } from '../kinds/shown.ts';

/** What a turn refuses after an answer to another of its interactions. */
const ANSWERS_OF_LATER = [
  ['interactions.state.approve-tool-resolves', 'approveTool'],
  ['interactions.state.respond-elicitation-resolves', 'respondElicitation'],
] as const;

/** Turns that ask several times, and what an answer leaves behind in them. */
export const severalInteractionsBreakages: readonly Breakage[] = [
  ...ANSWERS_OF_LATER.map(([requirement, operationId]) =>
    breakage(
      `${requirement}/first-of-turn`,
      `Once an interaction of a turn is answered, the turn takes no more answers by ${operationId}.`,
      afterFirst((request, sound) => (isFor(operationId, request) ? notPending(request) : sound(request))),
    ),
  ),
  breakage(
    'interactions.state.approve-tool-resolves/after-outage',
    'A tool approval that could not be looked up for a moment is closed.',
    closingOnce(({ status }, request) => status === 503 && isFor('approveTool', request), notPending),
  ),
  breakage(
    'interactions.state.approve-tool-resolves/unfitting',
    'A decision that is refused because it does not fit its tool approval closes it.',
    closingOnce(({ status }, request) => status === 400 && isFor('approveTool', request), notPending),
  ),
  breakage(
    'interactions.approve-tool.refused-skips/second',
    'A call that was refused runs if the turn has asked before.',
    afterFirst((request, sound) => sound({ ...request, ...withBody(request, deciding(true)) })),
  ),
  breakage(
    'interactions.approve-tool.approved-runs/after-refusal',
    'Once a call of a turn was refused, its later calls are skipped, approved or not.',
    withInteractions((raised) => {
      const refused = new Set<HttpRequest | undefined>();
      return rewriteRequests('approveTool', (request) => {
        const turn = ownerOf(request, raised);
        if (refused.has(turn)) return withBody(request, deciding(false));
        if (decisionsOf(request).some(({ approved }) => approved === false)) refused.add(turn);
        return {};
      });
    }),
  ),
  breakage(
    'interactions.approve-tool.approved-runs/beside-connection',
    'Approved calls of a turn that also needs a connection are skipped.',
    withInteractions((raised) =>
      rewriteRequests('approveTool', (request) =>
        kindsOf(ownerOf(request, raised), raised).includes('auth_required')
          ? withBody(request, deciding(false))
          : {},
      ),
    ),
  ),
  breakage(
    'cancel.turn.ends-cancelled/asked-twice',
    'A turn that has asked twice ends as completed when it is cancelled.',
    onceAskedTwice((turn) => ({ type: 'message.completed', data: { ...turn, status: 'completed' } })),
  ),
  breakage(
    'states.cancelled.partial-content/asked-twice',
    'A cancelled turn that has asked twice loses the text that was generated before.',
    onceAskedTwice((turn) => ({ type: 'message.cancelled', data: { ...turn, content: '' } })),
  ),
  breakage(
    'stream.action.resolved-separately/in-order',
    'Of two interactions of a turn, the one that was raised first must be answered first.',
    withInteractions((raised) => {
      const answered = new Set<string>();
      return answerInstead(ANSWERS, async (request, sound) => {
        const turn = ownerOf(request, raised);
        const [first] = idsOf(turn, raised).filter((id) => !answered.has(id));
        if (turn && first !== actionIdOf(request)) return notPending(request);
        const answer = await sound(request);
        if (isSuccess(answer)) answered.add(actionIdOf(request));
        return answer;
      });
    }),
  ),
  breakage(
    'interactions.respond-elicitation.accept-answers/in-order',
    'The first answer to a question of a turn goes to the question that was raised first.',
    withInteractions((raised) => {
      const answered = new Set<string>();
      return answerInstead('respondElicitation', async (request, sound) => {
        const [action_id] = idsOf(ownerOf(request, raised), raised).filter((id) => !answered.has(id));
        if (action_id === undefined) return sound(request);
        const answer = await sound({ ...request, ...withBody(request, (body) => ({ ...body, action_id })) });
        if (!isSuccess(answer)) return answer;
        answered.add(action_id);
        return resolved(request);
      });
    }),
  ),
  breakage(
    'interactions.state.approve-tool-resolves/first-turn-of-chat',
    'Only the first turn of a chat that asks takes decisions about tools.',
    withInteractions((raised) =>
      answerInstead('approveTool', (request) => {
        const turn = ownerOf(request, raised);
        const [first] = raisedInChatOf(request, raised);
        return turn && first && first.request !== turn ? notPending(request) : undefined;
      }),
    ),
  ),
  breakage(
    'interactions.cancelled-turn.refused/later-turn',
    'An answer to an interaction of a cancelled turn resolves that of the next turn of the chat.',
    withInteractions((raised) =>
      rewriteRequests(ANSWERS, (request) => {
        const last = raisedInChatOf(request, raised).at(-1);
        const isLater = last !== undefined && last.request !== ownerOf(request, raised);
        return isLater ? withBody(request, (body) => ({ ...body, action_id: last.event.action_id })) : {};
      }),
    ),
  ),
  breakage(
    'errors.action-not-found.other-credential/resolved',
    'Once an interaction is resolved, another credential learns that it is not pending.',
    withInteractions((raised) => {
      const done = new Set<string>();
      return answerInstead(ANSWERS, async (request, sound) => {
        const answer = await sound(request);
        if (isSuccess(answer)) done.add(actionIdOf(request));
        return isByAnother(request, raised) && done.has(actionIdOf(request)) ? notPending(request) : answer;
      });
    }),
  ),
  breakage(
    'interactions.resolved.second-answer-refused/aborted',
    'Once a question is aborted, nobody finds it any more.',
    closingOnce(
      (answer, request) => isSuccess(answer) && bodyOf(request)?.action === 'cancel',
      (request) => fail(request, 'action-not-found'),
    ),
  ),
  breakage(
    'events.action.agent-when-task/in-auto',
    'In auto mode, an interaction does not name the task that asks.',
    rewriteEvents((request) => {
      const isAuto = bodyOf(request)?.permission_mode === 'auto';
      return (event) => {
        if (!isAuto || event.type !== 'message.action_required') return [event];
        const { agent: _, ...data } = event.data;
        return [{ ...event, data }];
      };
    }),
  ),
  breakage(
    'events.action.agent-when-task/temporary',
    'An interaction does not name the task of a temporary agent that asks.',
    rewriteEvents(() => {
      const temporary = new Set<unknown>();
      return (event) => {
        if (event.type === 'message.step')
          for (const { agent } of event.data.steps)
            if (agent?.agent_id === null) temporary.add(agent.task_id);
        if (event.type !== 'message.action_required' || !temporary.has(event.data.agent?.task_id))
          return [event];
        const { agent: _, ...data } = event.data;
        return [{ ...event, data }];
      };
    }),
  ),
  breakage(
    'agents.task.correlates/first-task',
    'Every question names the task of the turn that has asked first.',
    rewriteEvents(() => {
      let first: Body;
      return (event) => {
        if (event.type !== 'message.action_required' || event.data.kind !== 'elicitation') return [event];
        first ??= event.data.agent;
        return [{ ...event, data: { ...event.data, ...(first && { agent: first }) } }];
      };
    }),
  ),
  shown('events.action.agent-name/other', 'message.action_required', { 'agent.name': 'An agent' }),
  breakage(
    'interactions.expiry.answer-in-time/beside-expired',
    'When an interaction expires, all interactions of its turn expire.',
    inStore('interactions', (sound) => {
      const turns = new Map<string, number>();
      return {
        open(interaction) {
          turns.set(interaction.id, interaction.turnId);
          sound.open(interaction);
        },
        change(id, from, to) {
          const isChanged = sound.change(id, from, to);
          if (isChanged && to === 'expired')
            for (const [other, turn] of turns)
              if (turn === turns.get(id)) sound.change(other, 'pending', 'expired');
          return isChanged;
        },
      };
    }),
  ),
  breakage(
    'interactions.expiry.answer-in-time/after-expired',
    'Once an interaction has expired, the later ones of its turn have expired when they are raised.',
    inStore('interactions', (sound) => {
      const expired = new Set<number | undefined>();
      return {
        open(interaction) {
          sound.open(interaction);
          if (expired.has(interaction.turnId)) sound.change(interaction.id, 'pending', 'expired');
        },
        change(id, from, to) {
          const isChanged = sound.change(id, from, to);
          if (isChanged && to === 'expired') expired.add(sound.find(id)?.turnId);
          return isChanged;
        },
      };
    }),
  ),
  breakage(
    'interactions.expiry.answer-in-time/from-first',
    'The time of a question is counted from the first question of its turn.',
    inStore('interactions', (sound, { clock }) => {
      const firsts = new Map<number, number>();
      return {
        open(interaction) {
          const { id, turnId } = interaction;
          sound.open(interaction);
          const first = firsts.get(turnId) ?? clock.elapsed();
          firsts.set(turnId, first);
          const left = Math.max(0, first + TIMERS.interaction - clock.elapsed());
          if (left < TIMERS.interaction) clock.after(left, () => sound.change(id, 'pending', 'expired'));
        },
      };
    }),
  ),
];

/** Answers instead of the sound server, once another interaction of the same turn was resolved. */
function afterFirst(
  answer: (
    request: HttpRequest,
    sound: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>,
  ) => HttpAnswer | Promise<HttpAnswer>,
): Wrap {
  return withInteractions((raised) => {
    const firsts = new Map<HttpRequest, string>();
    return answerInstead(ANSWERS, async (request, sound) => {
      const turn = ownerOf(request, raised);
      const first = turn && firsts.get(turn);
      if (first !== undefined && first !== actionIdOf(request)) return answer(request, sound);
      const answered = await sound(request);
      if (turn && isSuccess(answered)) firsts.set(turn, actionIdOf(request));
      return answered;
    });
  });
}

/** Replaces the last event of a cancelled turn that has asked twice. */
function onceAskedTwice(change: (turn: Body) => Body): Wrap {
  return rewriteEvents(() => {
    let asked = 0;
    return (event) => {
      if (event.type === 'message.action_required') asked += 1;
      return [event.type === 'message.cancelled' && asked > 1 ? change(event.data) : event];
    };
  });
}

function decisionsOf(request: HttpRequest): readonly Body[] {
  return bodyOf(request)?.decisions ?? [];
}

function kindsOf(turn: HttpRequest | undefined, raised: RaisedById): readonly string[] {
  return [...raised.values()].flatMap(({ event, request }) => (request === turn ? [event.kind] : []));
}
