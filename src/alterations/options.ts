import type { ReferenceServerOptions as SoundServerOptions } from '../reference/options.ts';

/** How a server differs from the sound one. */
export interface AlterationOptions {
  /** Ids of breakages: each one makes the server violate one requirement. */
  readonly breakages?: readonly string[];
  /** Ids of variants: each one makes the server follow a different correct reading of an open point. */
  readonly variants?: readonly string[];
  /** A seed by which the server writes its answers in other ways that JSON, event streams and HTTP allow; none by default. */
  readonly liberties?: number | undefined;
  /** Id of a front: something between clients and the server, such as a gateway that answers itself. */
  readonly front?: string | undefined;
}

/** Options of a reference server. Everything has a default. */
export interface ReferenceServerOptions extends SoundServerOptions, AlterationOptions {}
