import type { ReferenceServerOptions as SoundServerOptions } from '../reference/options.ts';

/** How a server is to differ from the sound one. */
export interface AlterationOptions {
  /** Ids of breakages: each makes the server break one requirement. */
  readonly breakages?: readonly string[];
  /** Ids of variants: each makes the server follow another faithful reading of an open point. */
  readonly variants?: readonly string[];
}

/** Options of a reference server. Everything has a default. */
export interface ReferenceServerOptions extends SoundServerOptions, AlterationOptions {}
