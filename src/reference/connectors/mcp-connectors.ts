import type { Clock } from '../clock.ts';
import type { DeclaredConnector } from '../directory/types.ts';
import {
  type ConnectorCall,
  ConnectorFailure,
  type Connectors,
  type ConnectorTool,
  type ToolResult,
} from './connectors.ts';
import { ReachedConnector } from './reached-connector.ts';
import { offerDeclared } from './tool-list.ts';

/** Time limit for connecting, in milliseconds of real time, unless the seed declares one. */
const PATIENCE = 10_000;

export interface ConnectorOptions {
  readonly clock: Clock;
  /** Holds the tokens of connectors, under the variable names that the seed declares. */
  readonly environment: NodeJS.ProcessEnv;
  /** Time limit for connecting, and for each page of a tool list, in milliseconds of real time. */
  readonly patience?: number;
  /** Called when a session is connected. @param revision the revision of MCP that both sides agreed on */
  readonly onConnected?: (connector: DeclaredConnector, revision: string) => void;
}

/** Creates the access to connectors over MCP. The SDK is loaded when the first session opens, since most servers never open one. */
export function createConnectors(options: ConnectorOptions): McpConnectors {
  return new McpConnectors(options);
}

export class McpConnectors implements Connectors {
  readonly #options: Required<ConnectorOptions>;
  #isClosed = false;
  /** By declaration: a seed that is read again may declare another connector with the same id. */
  readonly #reached = new Map<DeclaredConnector, ReachedConnector>();
  /** The connectors that are still declared; undefined while all are. */
  #kept: ReadonlySet<DeclaredConnector> | undefined;

  constructor(options: ConnectorOptions) {
    this.#options = { patience: PATIENCE, onConnected() {}, ...options };
  }

  async tools(connector: DeclaredConnector, signal: AbortSignal): Promise<readonly ConnectorTool[]> {
    const { transport } = connector;
    if (transport.kind === 'unconnected') return offerDeclared(transport.tools);
    return this.#reach(connector).tools(signal);
  }

  async call(connector: DeclaredConnector, call: ConnectorCall): Promise<ToolResult> {
    if (connector.transport.kind !== 'unconnected') return this.#reach(connector).call(call);
    const name = JSON.stringify(connector.name);
    throw new ConnectorFailure(
      `The connector ${name} is not connected; a person must connect it in the application.`,
    );
  }

  /** Ends the sessions of all other connectors, each when no call uses it. */
  keepOnly(declared: Iterable<DeclaredConnector>): void {
    const kept = new Set(declared);
    this.#kept = kept;
    for (const [connector, reached] of this.#reached) if (!kept.has(connector)) reached.retire();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#reached.values()].map((reached) => reached.close()));
  }

  #reach(connector: DeclaredConnector): ReachedConnector {
    if (this.#isClosed)
      throw new ConnectorFailure('The connectors are closed, since the server is stopping.');
    const known = this.#reached.get(connector);
    if (known) return known;
    const reached = new ReachedConnector(connector, this.#options);
    this.#reached.set(connector, reached);
    // A turn that began with the earlier seed may use it for the first time.
    if (this.#kept && !this.#kept.has(connector)) reached.retire();
    return reached;
  }
}
