import type { Clock } from '../clock.ts';
import type { DeclaredConnector } from '../directory/types.ts';
import type { ConnectorCall, ConnectorTool, ToolResult } from './connectors.ts';
import { SessionPool } from './session-pool.ts';

/** How long a tool list stays valid, in milliseconds. */
const LIST_LIFETIME = 5 * 60 * 1000;

export interface ReachOptions {
  readonly clock: Clock;
  readonly environment: NodeJS.ProcessEnv;
  readonly patience: number;
  readonly onConnected: (connector: DeclaredConnector, revision: string) => void;
}

/** A connector that has been used, with its sessions and its latest tool list. */
export class ReachedConnector {
  readonly #clock: Clock;
  readonly #pool: SessionPool;
  #listed: { readonly tools: readonly ConnectorTool[]; readonly at: number } | undefined;
  /** The number of changes that the connector has announced. A list that was requested before a change is not stored. */
  #changes = 0;

  constructor(connector: DeclaredConnector, { clock, environment, patience, onConnected }: ReachOptions) {
    this.#clock = clock;
    const { transport } = connector;
    const startTimeout = 'startTimeout' in transport ? transport.startTimeout : undefined;
    const onToolsChanged = () => {
      this.#changes += 1;
      this.#listed = undefined;
    };
    this.#pool = new SessionPool(async () => {
      // This import loads the SDK, which takes longer than starting the whole server.
      const { Session } = await import('./session.ts');
      return new Session(connector, {
        environment,
        patience: startTimeout ?? patience,
        onToolsChanged,
        onConnected: (revision) => onConnected(connector, revision),
      });
    });
  }

  /** @throws ConnectorFailure; the signal's reason on abort */
  async tools(signal: AbortSignal): Promise<readonly ConnectorTool[]> {
    signal.throwIfAborted();
    const { at = -Infinity, tools: known = [] } = this.#listed ?? {};
    if (this.#clock.now() - at < LIST_LIFETIME) return known;
    const changes = this.#changes;
    const tools = await this.#pool.use(signal, (session) => session.listTools(signal));
    if (changes === this.#changes) this.#listed = { tools, at: this.#clock.now() };
    return tools;
  }

  /** @throws ConnectorFailure; the signal's reason on abort; any error of `elicit` */
  call(call: ConnectorCall): Promise<ToolResult> {
    return this.#pool.use(call.signal, (session) => session.call(call));
  }

  /** Ends its sessions as soon as no call uses them. Turns that began earlier can still use the connector. */
  retire(): void {
    this.#pool.retire();
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
