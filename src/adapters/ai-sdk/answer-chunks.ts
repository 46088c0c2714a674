import { answered, follow, type TurnState, WAITING } from '../../client/follow.ts';
import type { TurnEvent } from '../../client/turn-event.ts';
import type { AnswerMetadata, Chunk } from './message.ts';
import {
  type Approval,
  hasEnded,
  sourcesOf,
  thoughtId,
  thoughtsOf,
  toolCallsOf,
  toolFacts,
} from './parts.ts';

/** A call of a tool as far as it is shown. */
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

  /** Returns the chunks for an answer to a question. @param approved the calls that may run, if it was about tools */
  answered(actionId: string, approved: readonly string[] = []): readonly Chunk[] {
    this.state = answered(this.state, actionId);
    for (const [id, approval] of this.#of(actionId))
      this.#approvals.set(id, { ...approval, approved: approved.includes(id) });
    return [...this.#showCalls(), this.#turn()];
  }

  /** Returns the chunks that reopen a question about tools. */
  ask(actionId: string): readonly Chunk[] {
    return this.#of(actionId).map(([toolCallId, { id }]) => requestFor(toolCallId, id));
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
    if (!hasEnded(this.state)) return this.#showSteps();
    const isStale = this.#isStale();
    // The turn has ended, so unanswered questions have no answer.
    for (const [id, { approved }] of this.#approvals) if (approved === undefined) this.#approvals.delete(id);
    return [...(isStale ? this.#showAgain() : this.#showSteps()), ...sourcesOf(this.state)];
  }

  #begin(messageId: string): readonly Chunk[] {
    const metadata = this.#start && { messageMetadata: this.#start };
    // `openTurn` reads a turn again from its beginning. The second stream then replaces what the page shows of the first.
    return [{ type: 'start', messageId, ...metadata }, { type: 'reset-step' }, { type: 'start-step' }];
  }

  /** Whether the page shows a part that has changed, or that the finished turn does not have. */
  #isStale(): boolean {
    const thoughts = thoughtsOf(this.state);
    const calls = toolCallsOf(this.state, this.#approvals);
    return (
      [...this.#approvals.values()].some(({ approved }) => approved === undefined) ||
      [...this.#calls.keys()].some((id) => !calls.has(id)) ||
      [...this.#thoughts].some(([place, shown]) => {
        const text = thoughts.get(place)?.text;
        return shown.isOver ? text !== shown.text : !text?.startsWith(shown.text);
      })
    );
  }

  #showAgain(): readonly Chunk[] {
    this.#thoughts.clear();
    this.#calls.clear();
    this.#isTextOpen = false;
    return [{ type: 'reset-step' }, ...this.#showSteps(), ...this.#showText(this.state.text)];
  }

  #showSteps(): readonly Chunk[] {
    return [...this.#showThoughts(), ...this.#showCalls()];
  }

  #showThoughts(): readonly Chunk[] {
    const chunks: Chunk[] = [];
    for (const [place, { text, isOver }] of thoughtsOf(this.state)) {
      const shown = this.#thoughts.get(place);
      const id = thoughtId(place);
      // Only appending is possible. Any other change is shown at the end of the turn.
      if (shown?.isOver || !text.startsWith(shown?.text ?? '')) continue;
      const delta = text.slice(shown?.text.length);
      if (!shown) chunks.push(...this.#closeText(), { type: 'reasoning-start', id });
      if (delta) chunks.push({ type: 'reasoning-delta', id, delta });
      if (isOver) chunks.push({ type: 'reasoning-end', id });
      this.#thoughts.set(place, { text, isOver });
    }
    return chunks;
  }

  #showCalls(): readonly Chunk[] {
    const chunks: Chunk[] = [];
    for (const [id, { tool, isOfTask, approval, outcome }] of toolCallsOf(this.state, this.#approvals)) {
      const shown = this.#calls.get(id) ?? {};
      const now = { input: JSON.stringify(tool.input), approval, outcome: JSON.stringify(outcome) };
      this.#calls.set(id, now);
      if (now.input !== shown.input) {
        // Text after the conductor's own call is a new part. Agents work while the conductor writes, so their calls do not split its text.
        if (!isOfTask) chunks.push(...this.#closeText());
        chunks.push({ type: 'tool-input-available', dynamic: true, ...toolFacts(tool), input: tool.input });
      }
      if (approval && !shown.approval) chunks.push(requestFor(id, approval.id));
      const { approved } = approval ?? {};
      if (approval && approved !== undefined && shown.approval?.approved === undefined)
        chunks.push({ type: 'tool-approval-response', approvalId: approval.id, approved });
      if (approved === false) {
        if (shown.approval?.approved === undefined)
          chunks.push({ type: 'tool-output-denied', toolCallId: id });
      } else if (outcome && now.outcome !== shown.outcome) {
        chunks.push(
          'output' in outcome
            ? { type: 'tool-output-available', toolCallId: id, output: outcome.output }
            : { type: 'tool-output-error', toolCallId: id, errorText: outcome.errorText },
        );
      }
    }
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

function requestFor(toolCallId: string, approvalId: string): Chunk {
  return { type: 'tool-approval-request', toolCallId, approvalId };
}
