import type { Clock } from './clock.ts';
import type { HttpServerOptions } from './http/server.ts';
import type { ReferenceServerOptions } from './options.ts';
import type { Decorator } from './ports.ts';

/** Options that only this package sets: in its tests and measurements, and where the server is composed with other behaviours. */
export interface InnerOptions extends ReferenceServerOptions {
  readonly clock?: Clock;
  /** Where keys of model providers and connectors are read; the process's environment by default. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly logTo?: HttpServerOptions['logTo'];
  readonly limits?: HttpServerOptions['limits'];
  /** Hears of defects; standard error by default. */
  readonly report?: (error: unknown) => void;
  /** Behaviours to put around the service, in this order: each decorates the result of those before it. */
  readonly decorators?: readonly Decorator[];
}
