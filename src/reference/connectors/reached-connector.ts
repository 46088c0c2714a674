import type { Clock } from '../clock.ts';
import type { DeclaredConnector } from '../directory/types.ts';
import type { ConnectorCall, ConnectorTool, ToolResult } from './connectors.ts';
import { SessionPool } from './session-pool.ts';

/** How long a list of tools is taken for current, in milliseconds. */
const LIST_LIFETIME = 5 * 60 * 1000;

export interface ReachOptions {
  readonly clock: Clock;
  readonly environment: NodeJS.ProcessEnv;
  readonly patience: number;
}

/** A connector that has been used: its sessions, and the tools that it listed last. */
export class ReachedConnector {
  readonly #clock: Clock;
  readonly #pool: SessionPool;
  #listed: { readonly tools: readonly ConnectorTool[]; readonly at: number } | undefined;
  /** Counts the changes that the connector has announced, so that a list from before one is not kept. */
  #changes = 0;

  constructor(connector: DeclaredConnector, { clock, environment, patience }: ReachOptions) {
    this.#clock = clock;
    const onToolsChanged = () => {
      this.#changes += 1;
      this.#listed = undefined;
    };
    this.#pool = new SessionPool(async () => {
      // Loads the SDK, which takes longer than the whole server to start.
      const { Session } = await import('./session.ts');
      return new Session(connector, { environment, patience, onToolsChanged });
    });
  }

  async tools(signal: AbortSignal): Promise<readonly ConnectorTool[]> {
    signal.throwIfAborted();
    const { at = -Infinity, tools: known = [] } = this.#listed ?? {};
    if (this.#clock.now() - at < LIST_LIFETIME) return known;
    const changes = this.#changes;
    const tools = await this.#pool.use(signal, (session) => session.listTools(signal));
    if (changes === this.#changes) this.#listed = { tools, at: this.#clock.now() };
    return tools;
  }

  call(call: ConnectorCall): Promise<ToolResult> {
    return this.#pool.use(call.signal, (session) => session.call(call));
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
