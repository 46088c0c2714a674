import type { JourneyInput, Told } from './task.ts';

/** What a driver gets for one journey. */
export interface Assignment {
  /** The base URL of the server, before /api/v1. */
  readonly url: string;
  readonly token: string;
  /** The name of the journey. */
  readonly journey: string;
  readonly input: JourneyInput;
  /** Aborted when the journey has taken too long. */
  readonly signal: AbortSignal;
}

/** How a driver ended. */
export type DriverEnd = { readonly told: Told } | { readonly problem: string };

/** Does one journey with a client. */
export type Driver = (assignment: Assignment) => Promise<DriverEnd>;
