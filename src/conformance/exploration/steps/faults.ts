import type { ErrorRowId, FaultName, RequirementId } from '../../../../generated/ids.d.ts';
import type { Answer } from '../../drive/answer.ts';
import { R } from '../../suite/check-kit/check.ts';
import { CHANNELS, type Channel } from '../../suite/check-kit/context.ts';
import { selecting, withFault } from '../../suite/check-kit/turns.ts';
import { type Action, type Step, textOf } from '../step.ts';
import { isActive } from '../world.ts';
import { statusIn } from './cancels.ts';
import { answerTo, isAnswerable, pendingOf } from './interactions.ts';

/** What a fault of an answer to an interaction makes of it. */
interface AnswerFault {
  readonly row: ErrorRowId;
  readonly requirements: readonly [RequirementId, ...RequirementId[]];
  /** Why the interaction can no longer be answered; undefined if it stays pending. */
  readonly closes?: 'doubt' | 'rejection';
}

/** The faults of answers (section 7). */
const ANSWER_FAULTS: Readonly<Partial<Record<FaultName, AnswerFault>>> = {
  action_not_sent: {
    row: 'decision-not-sent',
    requirements: [R['interactions.undelivered.unavailable'], R['errors.decision-not-sent.answer']],
  },
  interaction_backend: {
    row: 'interactions-unavailable',
    requirements: [R['errors.interactions-unavailable.answer']],
  },
  action_no_answer: {
    row: 'decision-result-unknown',
    requirements: [R['errors.decision-result-unknown.answer']],
    closes: 'doubt',
  },
  action_rejected: {
    row: 'decision-rejected',
    requirements: [R['errors.decision-rejected.answer']],
    closes: 'rejection',
  },
};

/** The faults of a send with agents, after which nothing has started. */
const AGENT_FAULTS = {
  agents_disabled: { row: 'agents-disabled', requirement: R['errors.agents-disabled.answer'] },
  agents_unavailable: { row: 'agents-unavailable', requirement: R['errors.agents-unavailable.answer'] },
} as const;

const NOT_DELIVERED = [R['cancel.undelivered.unavailable'], R['errors.cancel-not-delivered.answer']] as const;

/** How long a service may take to find out what it stored, in milliseconds of its time. */
const RECOVERED = 60_000;
/** What a listing may show once the service has found that out. */
const SETTLED: ReadonlySet<unknown> = new Set(['completed', 'cancelled']);

/** Outages that the profile can cause. Each affects one request, so the next step meets a sound service again. */
export const faultActions: readonly Action[] = [
  {
    name: 'answer-under-fault',
    weight: 5,
    requirements: Object.values(ANSWER_FAULTS).flatMap(({ requirements }) => requirements),
    choices: { fault: Object.keys(ANSWER_FAULTS), says: ['yes', 'no'] },
    needsOf: needsFault,
    offer: (world) => world.turnsThat(isAnswerable),
    async take(t, world, step) {
      const turn = world.turn(textOf(step, 'turn'));
      const asked = pendingOf(turn);
      const fault = faultIn(step);
      const { row, requirements, closes } = ANSWER_FAULTS[fault] as AnswerFault;
      t.expect(...requirements).failsWith(
        await answerTo(t, turn, asked, step.says === 'yes', t.fault(fault)),
        row,
      );
      if (!closes) return;
      // The decision may have arrived, and the contract does not say what the turn does next.
      Object.assign(turn, { state: 'open', asked: undefined, closed: { asked, by: closes } });
    },
    describe: ({ turn, says, fault }) =>
      `what turn ${turn} asks is answered with ${says}, under the fault ${inWords(fault)}`,
  },

  {
    name: 'cancel-under-fault',
    weight: 3,
    requirements: NOT_DELIVERED,
    needs: ['fault:cancel_delivery'],
    offer: (world) => world.chatsThat((chat) => isActive(chat) && world.liveTurn(chat) !== undefined),
    // The turn keeps running, which later steps rely on.
    async take(t, world, step) {
      const { id, owner } = world.chat(textOf(step, 'chat'));
      const { headers, body } = t.fault('cancel_delivery');
      t.expect(...NOT_DELIVERED).failsWith(
        await t.as(owner).act(id, 'cancel', body, headers),
        'cancel-not-delivered',
      );
    },
    describe: ({ chat }) => `the turn in chat ${chat} is cancelled, under the fault cancel delivery`,
  },

  {
    name: 'send-while-agents-are-out',
    weight: 2,
    requirements: Object.values(AGENT_FAULTS).map(({ requirement }) => requirement),
    choices: { fault: Object.keys(AGENT_FAULTS), over: CHANNELS },
    needs: ['resource:agent'],
    needsOf: needsFault,
    offer: (world) =>
      world.chatsThat((chat) => isActive(chat) && chat.owner === 'main' && world.isIdle(chat)),
    // Nothing starts, which later listings of the chat rely on.
    async take(t, world, step) {
      const fault = faultIn(step) as keyof typeof AGENT_FAULTS;
      const { row, requirement } = AGENT_FAULTS[fault];
      const turn = { ...selecting(t, [t.resource('agent')]), permission_mode: 'auto' };
      const faulty = withFault(t, fault, turn, { chatId: world.chat(textOf(step, 'chat')).id });
      t.expect(requirement).failsWith(await t.attempt(textOf(step, 'over') as Channel, ...faulty), row);
    },
    describe: ({ chat, over, fault }) =>
      `a turn with an agent is sent to chat ${chat} (${over}), under the fault ${inWords(fault)}`,
  },

  {
    name: 'await-recovery',
    weight: 12,
    waits: RECOVERED,
    requirements: [],
    offer: (world) => world.turnsThat(({ state }) => state === 'recovering'),
    async take(t, world, step) {
      const turn = world.turn(textOf(step, 'turn'));
      const { chat } = turn;
      const isOver = ({ items }: Answer) => SETTLED.has(statusIn(items, turn));
      const listed = await t.until(() => t.as(chat.owner).history(chat.id), isOver, RECOVERED);
      Object.assign(turn, isOver(listed) ? { state: 'over', isRecovered: true } : { state: 'open' });
      // The contract does not say when the chat stops being busy, only what a repetition of the turn may show.
      chat.state = 'open';
    },
    describe: ({ turn }) => `the messages are listed until they show how turn ${turn} ended`,
  },
];

function faultIn(step: Step): FaultName {
  return textOf(step, 'fault') as FaultName;
}

function needsFault(step: Step) {
  return [`fault:${faultIn(step)}` as const];
}

function inWords(fault: Step[string] | undefined): string {
  return String(fault).replaceAll('_', ' ');
}
