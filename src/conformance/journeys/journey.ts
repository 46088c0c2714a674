import type { OpenPointId, OperationId, RequirementId } from '../../../generated/ids.d.ts';
import type { Answers, Task } from './task.ts';
import type { CHANGES } from './wire/changes.ts';

/** The server of a journey: sound, or one that is otherwise, which a client has to understand too. */
export interface World {
  /** `sound`, or a kind and an id: `variant:A-78=crlf`, `liberties:7`, `front:reset@mid-stream`. */
  readonly name: string;
  readonly variants?: readonly string[];
  readonly liberties?: number;
  readonly front?: string;
}

/** Something that happens to a request of the driver on its way, or to its answer. */
export interface Happening {
  /** A turn is sent by either send. */
  readonly to: OperationId | 'turn';
  /** Which request of the driver, from 1; every one by default. */
  readonly nth?: number;
  /** An outage of the service, by the name of a fault. */
  readonly fault?: string;
  /**
   * Where the connection breaks: soon after the request has arrived, instead of the head of the answer, after some events, instead of the
   * last event, or after it.
   */
  readonly cut?: 'arrival' | 'head' | 'last' | 'end' | { readonly events: number };
  /** How the answer reaches the client. */
  readonly changed?: keyof typeof CHANGES;
  /** An answer in place of the service's. */
  readonly answer?: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    /** A JSON value. */
    readonly body: unknown;
  };
  /** Whether somebody else deletes the oldest chat before the request arrives. */
  readonly deletesOldestChat?: true;
}

/** One thing that clients do, with what the service does meanwhile, and what is judged. */
export interface Journey {
  /** Area and topic; unique. */
  readonly name: string;
  readonly task: Task;
  /** What the service does, in one sentence. */
  readonly service: string;
  /**
   * The requirements that decide what is right here. The first one also judges what the driver understood of the answer, and a driver that
   * does not end.
   */
  readonly rows: readonly [RequirementId, ...RequirementId[]];
  readonly body?: Readonly<Record<string, unknown>>;
  readonly answers?: Answers;
  readonly triesAgain?: true;
  readonly happenings?: readonly Happening[];
  /** How the server of the journey differs from the plain one in every world. */
  readonly served?: Pick<World, 'variants' | 'liberties'>;
  /** Chats that exist before the driver starts. */
  readonly chats?: number;
  /** Turns that the chat has before the driver starts. */
  readonly earlierTurns?: number;
  /** How long the service waits on purpose, in milliseconds of its time. */
  readonly waits?: number;
  /** How much faster than in the service document the server's timers may run, so that the wait is longer than usual limits of clients. */
  readonly mostTimeScale?: number;
  /** The journey that does the same in plain circumstances. A driver that ends there ends here too. */
  readonly plain?: string;
  /** Further open points whose readings clients meet here. */
  readonly readings?: readonly OpenPointId[];
}

/** How much faster the timers run in a journey, in a run with this time scale. */
export function timeScaleIn({ mostTimeScale = Infinity }: Journey, timeScale: number): number {
  return Math.min(timeScale, mostTimeScale);
}
