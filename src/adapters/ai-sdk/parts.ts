import type { DynamicToolUIPart, ReasoningUIPart, SourceDocumentUIPart } from 'ai';
import type { RequestedTool, Step } from '../../../generated/types.js';
import type { TurnState } from '../../client/follow.ts';

/** How a call ended. The service does not show what a tool returned, only the status of its step. */
export type ToolOutcome =
  | { readonly output: { readonly status: string; readonly detail?: unknown } }
  | { readonly errorText: string };

/** The text of a step that neither calls a tool nor belongs to an agent; empty for any other step. */
export function thoughtOf({ key, label, detail, agent, tool_calls }: Step): string {
  if (tool_calls?.length || agent || String(key).startsWith('agent')) return '';
  return [label, typeof detail === 'string' ? detail : ''].filter(Boolean).join('\n\n');
}

/** How the calls of a step ended; undefined while they run. The contract lists no values of `status`, so none of them means a failure. */
export function outcomeOf(turn: TurnState, step: Step): ToolOutcome | undefined {
  if (!isOver(turn, step)) return undefined;
  const { status, detail, duration } = step;
  if (turn.status === 'failed' && duration == null) return failureOf(turn);
  return { output: detail == null ? { status } : { status, detail } };
}

/** How a call ended that still ran when its turn failed. */
export function failureOf({ error }: TurnState): ToolOutcome {
  return { errorText: error?.message ?? 'the turn failed' };
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
  const parts = new Map<string, ReasoningUIPart | DynamicToolUIPart>();
  for (const [place, step] of turn.steps.entries()) {
    const [id, text] = [thoughtId(place), thoughtOf(step)];
    const state = isOver(turn, step) ? 'done' : 'streaming';
    if (text) parts.set(id, { type: 'reasoning', id, text, state });
    for (const tool of step.tool_calls ?? [])
      parts.set(tool.tool_use_id, toolPart(tool, outcomeOf(turn, step)));
  }
  return [...parts.values()];
}

/** A step that says how long it took is over, and so is each step of a turn that has ended. */
export function isOver(turn: TurnState, { duration }: Step): boolean {
  return duration != null || hasEnded(turn);
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

function toolPart(tool: RequestedTool, outcome: ToolOutcome | undefined): DynamicToolUIPart {
  const call = { type: 'dynamic-tool' as const, ...toolFacts(tool), input: tool.input };
  if (!outcome) return { ...call, state: 'input-available' };
  return 'output' in outcome
    ? { ...call, ...outcome, state: 'output-available' }
    : { ...call, ...outcome, state: 'output-error' };
}
