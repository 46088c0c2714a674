import type { CheckContext } from './context.ts';

/** A piece of a run that can fail: it brings something about, and holds what comes to rows of the registry. */
export interface Check {
  /** Area, topic and point, as of a requirement; unique and stable for ever. */
  readonly id: string;
  /** The rows that it verifies. */
  readonly requirements: readonly string[];
  /** What it must be given besides one credential, by the names of the statements' `needs`. */
  readonly needs: readonly string[];
  /** How long it waits for, in milliseconds of the service's time. */
  readonly waits?: number;
  run(context: CheckContext): Promise<void>;
}

/** Declares a check. */
export function check(definition: Omit<Check, 'needs'> & { readonly needs?: readonly string[] }): Check {
  return { needs: [], ...definition };
}
