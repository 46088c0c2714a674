import type { DynamicToolUIPart, ReasoningUIPart, SourceDocumentUIPart } from 'ai';
import type { RequestedTool, Step } from '../../../generated/types.js';
import type { TurnState } from '../../client/follow.ts';

/** The text of a step that is neither a call of a tool nor the work of an agent. */
interface Thought {
  readonly text: string;
  readonly isOver: boolean;
}

/** A question about one call of a tool. */
export interface Approval {
  /** Names the interaction and the call. */
  readonly id: string;
  readonly tool: RequestedTool;
  readonly isOfTask: boolean;
  /** The answer; undefined while there is none. */
  readonly approved?: boolean;
}

/** A call of a tool, as the steps and the questions of a turn show it. */
interface ToolCall {
  readonly tool: RequestedTool;
  /** Whether the task of an agent made the call. */
  readonly isOfTask: boolean;
  readonly approval?: Approval | undefined;
  readonly outcome?: ToolOutcome | undefined;
}

/** How a call ended. The service does not show what a tool returned, only the status of its step. */
type ToolOutcome =
  | { readonly output: { readonly status: string; readonly detail?: unknown } }
  | { readonly errorText: string };

/** The thoughts of a turn, by the place of their step. */
export function thoughtsOf(turn: TurnState): ReadonlyMap<number, Thought> {
  const thoughts = new Map<number, Thought>();
  for (const [place, step] of turn.steps.entries()) {
    const { key, label, detail, agent, tool_calls } = step;
    if (tool_calls?.length || agent || key.startsWith('agent')) continue;
    const text = [label, typeof detail === 'string' ? detail : ''].filter(Boolean).join('\n\n');
    if (text) thoughts.set(place, { text, isOver: isOver(turn, step) });
  }
  return thoughts;
}

/** The calls of tools, by their `tool_use_id`: those of the steps, and those that only a question shows. */
export function toolCallsOf(
  turn: TurnState,
  approvals: ReadonlyMap<string, Approval> = new Map(),
): ReadonlyMap<string, ToolCall> {
  const calls = new Map<string, ToolCall>();
  for (const step of turn.steps) {
    for (const tool of step.tool_calls ?? []) {
      const approval = approvals.get(tool.tool_use_id);
      const isOfTask = Boolean(step.agent);
      calls.set(tool.tool_use_id, { tool, isOfTask, approval, outcome: outcomeOf(turn, step) });
    }
  }
  for (const [id, approval] of approvals) {
    // The steps of a finished turn contain each call that ran.
    const isGone = turn.message && approval.approved;
    if (!calls.has(id) && !isGone) calls.set(id, { ...approval, approval, outcome: outcomeOf(turn) });
  }
  return calls;
}

/** The sources of a finished turn: one part for each file. The service names a file only by its id. */
export function sourcesOf({ message }: TurnState): readonly SourceDocumentUIPart[] {
  const parts = (message?.sources ?? []).map(({ workspace_id, file_id, score }) => ({
    type: 'source-document' as const,
    sourceId: `${workspace_id}/${file_id}`,
    mediaType: 'application/octet-stream',
    title: `File ${file_id}`,
    providerMetadata: { 'conversation-api': { workspace_id, file_id, score } },
  }));
  return parts.filter(({ sourceId }, at) => at === parts.findIndex((part) => part.sourceId === sourceId));
}

/** The parts for the steps of a turn that was read from the history. */
export function stepPartsOf(turn: TurnState): readonly (ReasoningUIPart | DynamicToolUIPart)[] {
  const thoughts = Array.from(thoughtsOf(turn), ([place, thought]) => thoughtPart(place, thought));
  return [...thoughts, ...Array.from(toolCallsOf(turn).values(), toolPart)];
}

export function hasEnded({ status }: TurnState): boolean {
  return status !== 'waiting' && status !== 'running';
}

/** The id of the part for a thought. */
export function thoughtId(place: number): string {
  return `step ${place}`;
}

/** The members that name a call. `providerExecuted`: the service runs the tool, so the page must not. */
export function toolFacts({ tool_use_id, name, server }: RequestedTool) {
  return { toolCallId: tool_use_id, toolName: name, providerExecuted: true, toolMetadata: { server } };
}

function thoughtPart(place: number, { text, isOver }: Thought): ReasoningUIPart {
  return { type: 'reasoning', id: thoughtId(place), text, state: isOver ? 'done' : 'streaming' };
}

function toolPart({ tool, outcome }: ToolCall): DynamicToolUIPart {
  const call = { type: 'dynamic-tool' as const, ...toolFacts(tool), input: tool.input };
  if (!outcome) return { ...call, state: 'input-available' };
  return 'output' in outcome
    ? { ...call, ...outcome, state: 'output-available' }
    : { ...call, ...outcome, state: 'output-error' };
}

/** The contract lists no values of `status`, so none of them is read as a failure. */
function outcomeOf(turn: TurnState, step?: Step): ToolOutcome | undefined {
  if (turn.status === 'failed' && step?.duration == null)
    return { errorText: turn.error?.message ?? 'the turn failed' };
  if (!step || !isOver(turn, step)) return undefined;
  const { status, detail } = step;
  return { output: detail == null ? { status } : { status, detail } };
}

/** A step that says how long it took is over, and so is each step of a turn that has ended. */
function isOver(turn: TurnState, { duration }: Step): boolean {
  return duration != null || hasEnded(turn);
}
