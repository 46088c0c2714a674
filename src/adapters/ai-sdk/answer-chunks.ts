import type { RequestedTool, Step } from '../../../generated/types.js';
import { answered, follow, type TurnState, WAITING } from '../../client/follow.ts';
import type { TurnEvent } from '../../client/turn-event.ts';
import type { AnswerMetadata, Chunk } from './message.ts';
import {
  failureOf,
  hasEnded,
  isOver,
  outcomeOf,
  sourcesOf,
  type ToolOutcome,
  thoughtId,
  thoughtOf,
  toolFacts,
} from './parts.ts';

/** A question about one call of a tool. */
interface Approval {
  /** Names the interaction and the call. */
  readonly id: string;
  readonly tool: RequestedTool;
  readonly isOfTask: boolean;
  /** The answer; undefined while there is none. */
  readonly approved?: boolean;
}

/** A call of a tool as far as it is shown. Input and outcome are JSON. */
interface ShownCall {
  readonly input?: string;
  readonly approval?: Approval | undefined;
  readonly outcome?: string | undefined;
}

/**
 * Makes the chunks of one answer from the events of its turn. The whole turn is one step of the AI SDK, so `reset-step` removes all of its
 * parts. A chunk can append to a part, and cannot rewrite it. So if a part has to change, the step is reset and shown again.
 */
export class AnswerChunks {
  /** The turn so far. */
  state: TurnState = WAITING;
  readonly #start: AnswerMetadata | undefined;
  /** The questions about tools, by `tool_use_id`. */
  readonly #approvals = new Map<string, Approval>();
  /** What is shown of each thought, by the place of its step. */
  readonly #thoughts = new Map<number, { readonly text: string; readonly isOver: boolean }>();
  readonly #calls = new Map<string, ShownCall>();
  /** How many parts of text there were. */
  #texts = 0;
  #isTextOpen = false;

  /** @param start what the page learns about the answer at its beginning */
  constructor(start?: AnswerMetadata) {
    this.#start = start;
  }

  /** Returns the chunks for an event; none if it changes nothing. A failure of the turn is no chunk: reading the turn throws it. */
  of(event: TurnEvent): readonly Chunk[] {
    const earlier = this.state;
    this.state = follow(earlier, event);
    if (this.state === earlier) return [];
    const isFinished = this.state.message !== undefined;
    return [...this.#show(event), this.#turn(), ...(isFinished ? this.finish('stop') : [])];
  }

  /** Returns the chunks for decisions on calls. @param approved the calls that may run */
  decide(actionId: string, approved: readonly string[]): readonly Chunk[] {
    for (const [id, approval] of this.#of(actionId))
      this.#approvals.set(id, { ...approval, approved: approved.includes(id) });
    return this.#showQuestions();
  }

  /** Returns the chunks that reopen a question about tools, except for calls that have ended meanwhile. */
  reopen(actionId: string): readonly Chunk[] {
    return this.#of(actionId).flatMap(([toolCallId, { approved: _, ...approval }]) => {
      const shown = this.#calls.get(toolCallId);
      if (shown?.outcome !== undefined) return [];
      this.#approvals.set(toolCallId, approval);
      this.#calls.set(toolCallId, { ...shown, approval });
      return [requestFor(toolCallId, approval.id)];
    });
  }

  /** Returns the chunks for a question that the service regards as answered. */
  answered(actionId: string): readonly Chunk[] {
    this.state = answered(this.state, actionId);
    return [this.#turn()];
  }

  /** Returns the last chunks of a stream. @param finishReason `tool-calls` if the turn waits for an answer */
  finish(finishReason: 'stop' | 'tool-calls'): readonly Chunk[] {
    const { message } = this.state;
    const metadata = message && { messageMetadata: { usage: message.usage } };
    return [...this.#closeText(), { type: 'finish-step' }, { type: 'finish', finishReason, ...metadata }];
  }

  #show(event: TurnEvent): readonly Chunk[] {
    if (event.type === 'message.start') return this.#begin(`${event.data.message_id}`);
    if (event.type === 'message.delta') {
      return event.data.replace ? this.#showAgain() : this.#showText(event.data.text);
    }
    if (event.type === 'message.action_required') {
      const { data } = event;
      if (data.kind !== 'tool_approval') return [];
      for (const tool of data.payload.tools) {
        const id = approvalIdOf(data.action_id, tool.tool_use_id);
        this.#approvals.set(tool.tool_use_id, { id, tool, isOfTask: Boolean(data.agent) });
      }
    }
    if (!hasEnded(this.state))
      return event.type === 'message.step' ? this.#showSteps(event.data.steps) : this.#showQuestions();
    const isStale = this.#isStale();
    // The turn has ended, so unanswered questions have no answer.
    for (const [id, { approved }] of this.#approvals) if (approved === undefined) this.#approvals.delete(id);
    const shown = isStale
      ? this.#showAgain()
      : [...this.#showSteps(this.state.steps), ...this.#showQuestions()];
    return [...shown, ...sourcesOf(this.state)];
  }

  #begin(messageId: string): readonly Chunk[] {
    const metadata = this.#start && { messageMetadata: this.#start };
    // `openTurn` reads a turn again from its beginning. The second stream then replaces what the page shows of the first.
    return [{ type: 'start', messageId, ...metadata }, { type: 'reset-step' }, { type: 'start-step' }];
  }

  /** Whether the page shows a part that has changed, or that the turn no longer has. */
  #isStale(): boolean {
    const { steps } = this.state;
    const calls = new Set(
      steps.flatMap(({ tool_calls }) => tool_calls?.map(({ tool_use_id }) => tool_use_id) ?? []),
    );
    for (const [id, approval] of this.#approvals) if (!this.#isGone(approval)) calls.add(id);
    return (
      [...this.#approvals.values()].some(({ approved }) => approved === undefined) ||
      [...this.#calls.keys()].some((id) => !calls.has(id)) ||
      [...this.#thoughts].some(([place, shown]) => {
        const step = steps[place];
        const text = step ? thoughtOf(step) : '';
        return shown.isOver ? text !== shown.text : !text.startsWith(shown.text);
      })
    );
  }

  /** The steps of a finished turn contain each call that ran, perhaps under another id. */
  #isGone({ approved }: Approval): boolean {
    return approved === true && this.state.message !== undefined;
  }

  #showAgain(): readonly Chunk[] {
    this.#thoughts.clear();
    this.#calls.clear();
    this.#isTextOpen = false;
    const { steps, text } = this.state;
    return [
      { type: 'reset-step' },
      ...this.#showSteps(steps),
      ...this.#showQuestions(),
      ...this.#showText(text),
    ];
  }

  #showSteps(steps: readonly Step[]): readonly Chunk[] {
    return steps.flatMap((step) => {
      const outcome = outcomeOf(this.state, step);
      const calls = step.tool_calls ?? [];
      return [
        ...this.#showThought(step),
        ...calls.flatMap((tool) => this.#showCall(tool, Boolean(step.agent), outcome)),
      ];
    });
  }

  /** Shows the calls that questions ask about. Their steps may not be there yet. */
  #showQuestions(): readonly Chunk[] {
    const failure = this.state.status === 'failed' ? failureOf(this.state) : undefined;
    return [...this.#approvals.values()].flatMap((approval) => {
      if (this.#isGone(approval)) return [];
      const { tool, isOfTask } = approval;
      const { outcome } = this.#calls.get(tool.tool_use_id) ?? {};
      return this.#showCall(tool, isOfTask, outcome === undefined ? failure : undefined);
    });
  }

  #showThought(step: Step): readonly Chunk[] {
    const text = thoughtOf(step);
    // Absent if the same event has replaced the step.
    const place = text === '' ? -1 : this.state.steps.lastIndexOf(step);
    if (place === -1) return [];
    const shown = this.#thoughts.get(place) ?? { text: '', isOver: false };
    // Only appending is possible. Any other change is shown at the end of the turn.
    if (shown.isOver || !text.startsWith(shown.text)) return [];
    const isDone = isOver(this.state, step);
    this.#thoughts.set(place, { text, isOver: isDone });
    const id = thoughtId(place);
    const delta = text.slice(shown.text.length);
    return [
      ...(shown.text ? [] : [...this.#closeText(), { type: 'reasoning-start' as const, id }]),
      ...(delta ? [{ type: 'reasoning-delta' as const, id, delta }] : []),
      ...(isDone ? [{ type: 'reasoning-end' as const, id }] : []),
    ];
  }

  /** @param outcome undefined if nothing new is known about it */
  #showCall(tool: RequestedTool, isOfTask: boolean, outcome: ToolOutcome | undefined): readonly Chunk[] {
    const { tool_use_id: id, input } = tool;
    const shown = this.#calls.get(id) ?? {};
    const approval = this.#approvals.get(id);
    const isDenied = approval?.approved === false;
    const now = {
      input: JSON.stringify(input),
      approval,
      outcome: outcome && !isDenied ? JSON.stringify(outcome) : shown.outcome,
    };
    this.#calls.set(id, now);
    const chunks: Chunk[] = [];
    if (now.input !== shown.input) {
      // Text after the conductor's own call is a new part. Agents work while the conductor writes, so their calls do not split its text.
      if (!isOfTask) chunks.push(...this.#closeText());
      chunks.push({ type: 'tool-input-available', dynamic: true, ...toolFacts(tool), input });
    }
    if (approval && !shown.approval) chunks.push(requestFor(id, approval.id));
    if (approval?.approved !== undefined && shown.approval?.approved === undefined) {
      const { id: approvalId, approved } = approval;
      chunks.push({ type: 'tool-approval-response', approvalId, approved });
      if (isDenied) chunks.push({ type: 'tool-output-denied', toolCallId: id });
    }
    if (outcome && now.outcome !== shown.outcome)
      chunks.push(
        'output' in outcome
          ? { type: 'tool-output-available', toolCallId: id, ...outcome }
          : { type: 'tool-output-error', toolCallId: id, ...outcome },
      );
    return chunks;
  }

  #showText(delta: string): readonly Chunk[] {
    if (delta === '') return [];
    const start = this.#isTextOpen ? [] : [{ type: 'text-start' as const, id: `text ${++this.#texts}` }];
    this.#isTextOpen = true;
    return [...start, { type: 'text-delta', delta, id: `text ${this.#texts}` }];
  }

  #closeText(): readonly Chunk[] {
    if (!this.#isTextOpen) return [];
    this.#isTextOpen = false;
    return [{ type: 'text-end', id: `text ${this.#texts}` }];
  }

  #turn(): Chunk {
    return { type: 'data-turn', id: 'turn', data: this.state };
  }

  /** The questions of an interaction about tools. */
  #of(actionId: string): readonly (readonly [toolUseId: string, approval: Approval])[] {
    return [...this.#approvals].filter(([id, approval]) => approval.id === approvalIdOf(actionId, id));
  }
}

/** The id of a question for `addToolApprovalResponse`. A question asks about several calls, and each gets its own answer. */
export function approvalIdOf(actionId: string, toolUseId: string): string {
  return `${actionId} ${toolUseId}`;
}

/** The id of the interaction in the id of a question. */
export function actionIdOf(approvalId: string, toolUseId: string): string {
  return approvalId.slice(0, -approvalIdOf('', toolUseId).length);
}

function requestFor(toolCallId: string, approvalId: string): Chunk {
  return { type: 'tool-approval-request', toolCallId, approvalId };
}
