import type { Clock } from './clock.ts';
import type { HttpServerOptions } from './http/server.ts';
import type { ReferenceServerOptions } from './options.ts';
import type { Decorator } from './ports.ts';

/** What this package sets besides: its tests, its measurements, and whatever makes the server misbehave. */
export interface InnerOptions extends ReferenceServerOptions {
  readonly clock?: Clock;
  /** Where keys of model providers and connectors are read; the process's environment by default. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly logTo?: HttpServerOptions['logTo'];
  readonly limits?: HttpServerOptions['limits'];
  /** Hears of defects; standard error by default. */
  readonly report?: (error: unknown) => void;
  /** Behaviours that are not the sound server's. */
  readonly decorators?: readonly Decorator[];
}
