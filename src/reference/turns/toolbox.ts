import type { StepToolCall } from '../../../generated/types.d.ts';
import {
  ConnectorFailure,
  type Question as ConnectorQuestion,
  type Connectors,
  type ConnectorTool,
  type QuestionAnswer,
  SignInRequired,
} from '../connectors/connectors.ts';
import type { DeclaredConnector } from '../directory/types.ts';
import type { PendingInteractions, Question } from '../interactions/pending-interactions.ts';
import type { Lifetime } from '../lifetime.ts';
import type { ModelTool, ToolCall } from '../models/model.ts';
import type { AgentTask } from './agent-task.ts';
import type { LiveTurn } from './live-turn.ts';

/** The ports that the tools of a turn use. */
export interface ToolPorts {
  readonly connectors: Connectors;
  readonly desk: PendingInteractions;
}

/** A tool of a connector that is offered to the model. */
interface OfferedTool {
  readonly connector: DeclaredConnector;
  readonly tool: ConnectorTool;
}

/** The abort reason of the questions of a call that has ended. */
class CallOver extends Error {
  readonly code = 'call-over';

  constructor() {
    super('the call has ended');
  }
}

/** The result of a call to a connector that is not connected. */
const NOT_CONNECTED = 'The connector is not connected; go on without it.';

const NOTHING: ReadonlyMap<string, OfferedTool> = new Map();

/** The tools of the connectors that a turn attaches, for its conductor or for one agent task. */
export class Toolbox {
  readonly #turn: LiveTurn;
  readonly #ports: ToolPorts;
  readonly #task: AgentTask | undefined;
  readonly #offered: ReadonlyMap<string, OfferedTool>;
  /** The questions about connectors that required a sign-in during a call, by connector. Each is asked once. */
  #asked: Map<number, Promise<void>> | undefined;

  private constructor(
    turn: LiveTurn,
    ports: ToolPorts,
    task: AgentTask | undefined,
    offered: ReadonlyMap<string, OfferedTool>,
  ) {
    this.#turn = turn;
    this.#ports = ports;
    this.#task = task;
    this.#offered = offered;
  }

  /** Lists the tools of all attached connectors. An unreachable connector offers none, and a step says so. */
  static async open(turn: LiveTurn, ports: ToolPorts, task?: AgentTask): Promise<Toolbox> {
    const { connectors } = turn.order.attached;
    if (connectors.length === 0) return new Toolbox(turn, ports, task, NOTHING);
    const offered = new Map<string, OfferedTool>();
    const unsigned: DeclaredConnector[] = [];
    const lists = await Promise.all(
      connectors.map((connector) => listTools(turn, ports, connector, () => unsigned.push(connector))),
    );
    const toolbox = new Toolbox(turn, ports, task, offered);
    // The conductor has asked before any task began. A blocking send continues without the tools, which it may not need.
    const asks = task === undefined && turn.order.channel === 'streaming';
    for (const connector of asks ? unsigned : []) await toolbox.#askToConnect(connector);
    for (const [index, connector] of connectors.entries()) {
      for (const tool of lists[index] ?? []) {
        // Two connectors may use the same name for a tool.
        const name = offered.has(tool.name) ? `${connector.name}__${tool.name}` : tool.name;
        offered.set(name, { connector, tool });
      }
    }
    return toolbox;
  }

  get tools(): ModelTool[] {
    return Array.from(this.#offered, ([name, { tool }]) => ({
      name,
      description: tool.description,
      parameters: tool.inputSchema,
    }));
  }

  /**
   * Runs calls in parallel, after the person has answered the questions that the calls raise.
   *
   * @returns the result of each call as text for the model, by call id
   * @throws TurnCut when a call needs an answer that the channel cannot give
   */
  async run(calls: readonly ToolCall[]): Promise<ReadonlyMap<string, string>> {
    const known = calls.filter(({ name }) => this.#offered.has(name));
    const results = new Map(calls.map(({ id, name }) => [id, `There is no tool ${name}.`]));
    const usable = await this.#skipUnconnected(known, results);
    const approved = await this.#skipUnapproved(usable, results);
    await Promise.all(approved.map(async (call) => results.set(call.id, await this.#execute(call))));
    return results;
  }

  /** Raises `auth_required` once for each unconnected connector. The turn continues without its tools (section 4.4). */
  async #skipUnconnected(calls: readonly ToolCall[], results: Map<string, string>): Promise<ToolCall[]> {
    const missing = new Set(calls.map((call) => this.#of(call).connector).filter(isUnconnected));
    for (const connector of missing) await this.#askToConnect(connector);
    return calls.filter((call) => {
      if (!missing.has(this.#of(call).connector)) return true;
      this.#skip(call, results, NOT_CONNECTED);
      return false;
    });
  }

  /** In manual mode, asks once for approval of all calls in a reply whose tools are not read-only. */
  async #skipUnapproved(calls: readonly ToolCall[], results: Map<string, string>): Promise<ToolCall[]> {
    const changing = calls.filter((call) => !this.#of(call).tool.isReadOnly);
    if (this.#turn.order.mode !== 'manual' || changing.length === 0) return [...calls];
    const decision = await this.#ask({
      kind: 'tool_approval',
      payload: { tools: changing.map((call) => this.#describe(call)) },
    });
    const refused = new Set(changing.filter(({ id }) => !decision?.approved.get(this.#turn.hideSecrets(id))));
    for (const call of refused) this.#skip(call, results, 'The person did not approve this call.');
    return calls.filter((call) => !refused.has(call));
  }

  async #execute(call: ToolCall): Promise<string> {
    const { connector, tool } = this.#of(call);
    const step = this.#beginStep(call);
    const lifetime = this.#turn.lifetime.begin();
    try {
      const { text, isError } = await this.#ports.connectors.call(connector, {
        tool: tool.name,
        input: this.#turn.restoreAll(call.input),
        signal: lifetime.signal,
        elicit: (question) => this.#elicit(question, lifetime),
      });
      step.finish(isError ? 'failed' : 'done');
      return this.#turn.conceal(this.#turn.hideSecrets(text));
    } catch (error) {
      this.#turn.lifetime.throwIfOver();
      if (!(error instanceof ConnectorFailure)) throw error;
      this.#turn.logTrouble('connector', error);
      const detail = this.#turn.hideSecrets(error.message);
      step.finish('failed', { detail });
      if (!(error instanceof SignInRequired)) return detail;
      this.#asked ??= new Map();
      const asked = this.#asked.get(connector.id) ?? this.#askToConnect(connector);
      this.#asked.set(connector.id, asked);
      await asked;
      return NOT_CONNECTED;
    } finally {
      // A connector may return without waiting for the answer to its question.
      lifetime.end(new CallOver());
    }
  }

  /** Raises `auth_required`. Afterwards the turn continues without the connector (section 4.4). */
  async #askToConnect({ id, name }: DeclaredConnector): Promise<void> {
    await this.#ask({
      kind: 'auth_required',
      payload: { resolution: 'connect_in_ui_or_cancel', connector: { id, name } },
    });
  }

  async #elicit(question: ConnectorQuestion, lifetime: Lifetime): Promise<QuestionAnswer> {
    // In auto mode the person cannot be asked (section 6), so the connector gets a decline.
    if (this.#turn.order.mode === 'auto') return { action: 'decline' };
    const payload = {
      message: question.message,
      mode: question.mode,
      requested_schema: { ...question.requestedSchema },
    };
    const decision = await this.#ask({ kind: 'elicitation', payload }, lifetime);
    if (!decision) return { action: 'cancel' };
    return decision.action === 'accept'
      ? { action: 'accept', content: decision.content }
      : { action: decision.action };
  }

  #skip(call: ToolCall, results: Map<string, string>, reason: string): void {
    this.#beginStep(call).finish('skipped', { detail: reason });
    results.set(call.id, reason);
  }

  #beginStep(call: ToolCall) {
    return this.#turn.steps.begin({
      key: 'tool',
      label: `Using ${call.name}`,
      tool_calls: [this.#describe(call)],
      ...(this.#task && { agent: this.#task.reference }),
    });
  }

  #describe(call: ToolCall): StepToolCall {
    return {
      tool_use_id: call.id,
      name: call.name,
      server: this.#of(call).connector.name,
      input: this.#turn.restoreAll(call.input),
    };
  }

  async #ask<Asked extends Question>(question: Asked, lifetime = this.#turn.lifetime) {
    // `auth_required` may arise in either mode, and a blocking send cannot answer it (section 4.2, rule 5).
    if (this.#turn.order.channel !== 'streaming') throw this.#turn.cutShort('unanswerable');
    this.#task?.setWaiting(question.kind);
    const asked = { ...question, ...(this.#task && { agent: this.#task.reference }) };
    try {
      return await this.#ports.desk.ask<Asked['kind']>(this.#turn, asked, lifetime);
    } finally {
      // A task that is cut keeps the state that it has.
      if (!this.#turn.lifetime.isOver) this.#task?.setWaiting(undefined);
    }
  }

  #of(call: ToolCall): OfferedTool {
    return this.#offered.get(call.name) as OfferedTool;
  }
}

/** @param onSignIn called if a person must sign in at the connector */
async function listTools(
  turn: LiveTurn,
  ports: ToolPorts,
  connector: DeclaredConnector,
  onSignIn: () => void,
) {
  try {
    return await ports.connectors.tools(connector, turn.signal);
  } catch (error) {
    turn.lifetime.throwIfOver();
    if (!(error instanceof ConnectorFailure)) throw error;
    turn.logTrouble('connector', error);
    turn.steps
      .begin({ key: 'connector', label: `Asking ${connector.displayName} for its tools` })
      .finish('failed', { detail: turn.hideSecrets(error.message) });
    if (error instanceof SignInRequired) onSignIn();
    return [];
  }
}

function isUnconnected({ transport }: DeclaredConnector): boolean {
  return transport.kind === 'unconnected';
}
