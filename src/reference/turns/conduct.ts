import type { AgentsSupport } from '../../../generated/types.d.ts';
import type { Connectors } from '../connectors/connectors.ts';
import type { PendingInteractions } from '../interactions/pending-interactions.ts';
import type { Model, ModelMessage, ToolCall } from '../models/model.ts';
import type { Retrieval } from '../retrieval/retrieval.ts';
import type { TurnRecord } from '../store/store.ts';
import { AnswerListener } from './answer-listener.ts';
import type { Conversation } from './converse.ts';
import { delegate } from './delegation.ts';
import { composeInstructions } from './instructions.ts';
import type { LiveTurn } from './live-turn.ts';
import { DELEGATE_TOOL, PLAN_TOOL } from './native-tools.ts';
import { agentsSupport } from './order.ts';
import { readPlan } from './read-plan.ts';
import { Toolbox } from './toolbox.ts';

/** The ports that a running turn uses. */
export interface ConductPorts {
  readonly model: Model;
  readonly connectors: Connectors;
  readonly retrieval: Retrieval;
  readonly desk: PendingInteractions;
}

/** The number of passages that one search puts into the instructions. */
const PASSAGES = 5;

/**
 * Prepares the conversation in which a turn gets its answer. The conductor, which is the turn's model, gets passages of the attached libraries
 * and files, and may call tools and delegate to agents.
 *
 * @param earlier the chat's earlier turns, oldest first
 * @throws TurnCut when the turn ends before the conversation is ready
 */
export async function prepareConversation(
  turn: LiveTurn,
  ports: ConductPorts,
  earlier: readonly TurnRecord[],
): Promise<Conversation> {
  const { order } = turn;
  const canCall = order.model.tools;
  const support = agentsSupport(order);
  if (support?.supported === false) recordAgentsUnavailable(turn, support);
  const toolbox = canCall ? await Toolbox.open(turn, ports) : undefined;
  const native = canCall ? [PLAN_TOOL, ...(support ? [DELEGATE_TOOL] : [])] : [];
  return {
    source: ports.model,
    model: order.model,
    messages: openConversation(turn, ports.retrieval, earlier),
    tools: [...native, ...(toolbox?.tools ?? [])],
    lifetime: turn.lifetime,
    usage: turn.usage,
    listener: new AnswerListener(turn),
    pacer: turn,
    onFailover: (failure) => turn.logTrouble('provider', failure),
    runTools: (calls) => runTools(turn, calls, ports, toolbox),
  };
}

function openConversation(
  turn: LiveTurn,
  retrieval: Retrieval,
  earlier: readonly TurnRecord[],
): ModelMessage[] {
  const passages = retrieve(turn, retrieval);
  const past = earlier.flatMap(({ prompt, content }): ModelMessage[] => [
    { role: 'user', content: turn.conceal(prompt) },
    { role: 'assistant', content: turn.conceal(content), calls: [] },
  ]);
  const opening: ModelMessage[] = [
    { role: 'system', content: turn.conceal(composeInstructions(turn.order, passages)) },
  ];
  return opening.concat(past, { role: 'user', content: turn.conceal(turn.order.content) });
}

/** Searches the attached libraries and files. The passages found become the turn's sources. */
function retrieve(turn: LiveTurn, retrieval: Retrieval) {
  const { passages: scope } = turn.order.attached;
  if (scope.libraryIds.length + scope.fileIds.length === 0) return [];
  const step = turn.steps.begin({ key: 'retrieval', label: 'Searching the libraries' });
  const passages = retrieval.search(turn.order.content, scope, PASSAGES);
  turn.sources.push(
    ...passages.map(({ libraryId, fileId, score }) => ({ workspace_id: libraryId, file_id: fileId, score })),
  );
  step.finish('done', { detail: `${passages.length} passages found` });
  return passages;
}

function recordAgentsUnavailable(turn: LiveTurn, { reason }: AgentsSupport): void {
  turn.steps
    .begin({ key: 'agents_unavailable', label: 'Agents are not available', detail: reason })
    .finish('done');
}

async function runTools(
  turn: LiveTurn,
  calls: readonly ToolCall[],
  ports: ConductPorts,
  toolbox: Toolbox | undefined,
): Promise<ReadonlyMap<string, string>> {
  const results = new Map<string, string>();
  const external: ToolCall[] = [];
  for (const call of calls) {
    if (call.name === PLAN_TOOL.name) results.set(call.id, await plan(turn, call, ports.desk));
    else if (call.name === DELEGATE_TOOL.name && turn.order.attached.agents.length > 0) {
      results.set(call.id, await delegate(turn, call, ports));
    } else external.push(call);
  }
  if (external.length === 0) return results;
  const outside = await toolbox?.run(external);
  return new Map([...results, ...(outside ?? [])]);
}

/**
 * Asks the person to approve the plan, in either permission mode (section 4.4; A-76). If the turn's channel cannot answer, the turn is cut.
 */
async function plan(turn: LiveTurn, call: ToolCall, desk: PendingInteractions): Promise<string> {
  if (turn.order.channel !== 'streaming') throw turn.cutShort('unanswerable');
  const step = turn.steps.begin({ key: 'plan', label: 'Waiting for the plan to be approved' });
  const decision = await desk.ask<'plan_approval'>(turn, {
    kind: 'plan_approval',
    payload: { plan: readPlan(turn.restoreAll(call.input)) },
  });
  step.finish(decision?.action === 'approve' ? 'done' : 'skipped');
  if (!decision) return 'Nobody looked at the plan in time. Do not act on it.';
  return decision.action === 'approve' ? 'The plan is approved.' : 'The plan is rejected. Do not act on it.';
}
