import type { Clock } from './clock.ts';
import type { HttpServerOptions } from './http/server.ts';
import type { ReferenceServerOptions } from './options.ts';
import type { Decorator } from './ports.ts';

/** Options that only this package sets: in its tests and benchmarks, and where it adds other behaviours to the server. */
export interface InnerOptions extends ReferenceServerOptions {
  readonly clock?: Clock;
  /** Holds the keys of model providers and connectors; the environment of the process by default. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly logTo?: HttpServerOptions['logTo'];
  readonly limits?: HttpServerOptions['limits'];
  readonly listen?: HttpServerOptions['listen'];
  /** Receives unexpected errors; writes to standard error by default. */
  readonly report?: (error: unknown) => void;
  /** Behaviours to add to the service. Each decorates the result of those before it. */
  readonly decorators?: readonly Decorator[];
}
