import type { listen } from '../loopback/index.ts';
import type { Clock } from './clock.ts';
import type { ChatRequest } from './model/chat-request.ts';
import type { ToolNames } from './script/tool-names.ts';

/** Options of a rig. All of them are optional. */
export interface RigOptions {
  /** The address to listen on; `127.0.0.1` by default. */
  readonly host?: string;
  /** The port to listen on; any free port by default. */
  readonly port?: number;
  /** Whether other machines may reach the rig; false by default. */
  readonly insecure?: boolean;
  /**
   * Host names, without ports, that requests may send in Host besides this machine's own. A rig on a loopback address refuses all others, so
   * that no web page can reach it by DNS rebinding; on another address, it refuses others only if this option is set.
   */
  readonly allowedHosts?: readonly string[];
  /** How the service offers its model the tools for `plan`, `delegate` and `ask`; as the reference server by default. */
  readonly tools?: Partial<ToolNames>;
  readonly clock?: Clock;
  /** Listens for connections; on TCP by default. */
  readonly listen?: typeof listen;
  /** Called with every request for a reply. */
  readonly onRequest?: (request: ChatRequest) => void;
  /** Receives unexpected errors of the rig; writes to standard error by default. */
  readonly report?: (error: unknown) => void;
}

/** A running rig. Its URLs have no trailing slash. */
export interface Rig {
  readonly url: string;
  /** The address and port that it listens on, such as `0.0.0.0:4020` or `[::1]:4020`. */
  readonly address: string;
  /** The base URL of the model provider. */
  readonly modelUrl: string;
  /** The base URL of the provider that takes over when the first one breaks off. */
  readonly fallbackUrl: string;
  /** The URL of the connector. */
  readonly connectorUrl: string;
  /** Aborts running requests and stops. */
  close(): Promise<void>;
}
