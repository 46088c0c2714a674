import type { Clock } from './clock.ts';
import type { ChatRequest } from './model/chat-request.ts';
import type { ToolNames } from './script/tool-names.ts';

export interface RigOptions {
  /** `127.0.0.1` by default. */
  readonly host?: string;
  /** Any free port by default. */
  readonly port?: number;
  /** Whether other machines may reach it. */
  readonly insecure?: boolean;
  /** How the service offers its model the tools of acts that name none; those of the reference server by default. */
  readonly tools?: Partial<ToolNames>;
  readonly clock?: Clock;
  /** Hears of every request for a reply. */
  readonly onRequest?: (request: ChatRequest) => void;
  /** Hears of defects of the rig; standard error by default. */
  readonly report?: (error: unknown) => void;
}

/** A rig that runs. Its URLs have no slash at their ends. */
export interface Rig {
  readonly url: string;
  /** Base URL of the model provider. */
  readonly modelUrl: string;
  /** Base URL of the provider that takes over when the first breaks off. */
  readonly fallbackUrl: string;
  /** The connector's. */
  readonly connectorUrl: string;
  /** Cuts what is under way, and stops. */
  close(): Promise<void>;
}
