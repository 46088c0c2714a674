import type { OpenPointId, OperationId, RequirementId } from '../../../generated/ids.d.ts';

/** The server of a journey: sound, or one that is otherwise, which a client has to understand too. */
export interface World {
  /** `sound`, or a kind and an id: `variant:A-78=crlf`, `liberties:7`, `front:reset@mid-stream`. */
  readonly name: string;
  readonly variants?: readonly string[];
  readonly liberties?: number;
  readonly front?: string;
}

/** What a driver is asked to do, by the name that it reads in its input. A driver needs a function for each of them. */
export const TASKS = {
  send: 'Get the answer to the turn with the blocking send. If the service says how to get it otherwise, do that.',
  stream:
    'Get the answer to the turn with the streaming send, and answer each question as `answers` says. If the connection breaks, get the answer nevertheless. The turn must not run twice.',
  cancel: 'Send the turn as a stream, cancel it when its first text has arrived, and read it to its end.',
  leave:
    'Send the turn as a stream, close the connection when its first text has arrived, and get the answer from the listing of the chat once the turn is over.',
  chats: 'List all chats of the credential, with a page size of 50.',
} as const;

export type Task = keyof typeof TASKS;

/** How a driver answers the questions of a turn, by their kind. A kind that is not there gets no answer. */
export interface Answers {
  /** For every tool of the question. */
  readonly tool_approval?: 'approve' | 'decline';
  readonly plan_approval?: 'approve' | 'reject';
  readonly elicitation?: {
    readonly action: 'accept' | 'decline' | 'cancel';
    readonly content?: Readonly<Record<string, unknown>>;
  };
  readonly auth_required?: 'cancel';
}

/** What a driver gets for one journey, as JSON. */
export interface JourneyInput {
  readonly task: Task;
  /** What to do, in words. */
  readonly does: string;
  /** The chat of the turn, which does not exist yet. Absent if the journey has no turn. */
  readonly chat_id?: string;
  /** The body of the send. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly answers?: Answers;
  /** Whether to try once more when the turn has failed. */
  readonly try_again?: boolean;
  /** How many times faster than in the service document the server's timers run. */
  readonly time_scale: number;
}

/** What a driver understood, as JSON. A member that is left out is not judged. */
export interface Told {
  /** The answer of the turn, as the client shows it at its end. */
  readonly text?: unknown;
  readonly status?: unknown;
  readonly message_id?: unknown;
  /** The tokens that the turn consumed. */
  readonly total_tokens?: unknown;
  /** The code of the failure, if the turn was refused or failed. */
  readonly failure?: unknown;
  /** How many passages of libraries the answer used. */
  readonly sources?: unknown;
  /** The metadata of the turn. */
  readonly metadata?: unknown;
  /** How many tasks of agents the client takes for finished when it learns that the turn has delegated. */
  readonly finished_tasks?: unknown;
  /** The ids of the listed chats, in the order of the service. */
  readonly ids?: unknown;
  /** Why the client cannot do the journey. Nothing is judged then. */
  readonly unsupported?: unknown;
}

export type ToldMember = Exclude<keyof Told, 'unsupported'>;

/** Something that happens to a request of the driver on its way, or to its answer. */
export interface Happening {
  readonly to: OperationId | 'answer' | 'turn';
  /** Which request of the driver, from 1; every one by default. */
  readonly nth?: number;
  /** An outage of the service, by the name of a fault. */
  readonly fault?: string;
  /**
   * Where the connection breaks: soon after the request has arrived, instead of the head of the answer, after some events, instead of the
   * last event, or after it.
   */
  readonly cut?: 'arrival' | 'head' | 'last' | 'end' | { readonly events: number };
  /** Whether the answer ends before its last event as if it were whole, as behind a gateway with a time limit. */
  readonly short?: true;
  /** Whether the answer arrives in pieces that end inside of characters and lines. */
  readonly split?: true;
  /** An answer in place of the service's. */
  readonly answer?: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    /** A JSON value. */
    readonly body: unknown;
  };
  /** Whether events and members are added that nobody knows. */
  readonly strange?: true;
  /** The request that somebody else sends before this one arrives: `{last}` in its path stands for the oldest chat. */
  readonly before?: { readonly method: string; readonly path: string };
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
  /** How long the service waits on purpose, in milliseconds of its time. */
  readonly waits?: number;
  /** The journey that does the same in plain circumstances. A driver that ends there ends here too. */
  readonly plain?: string;
  /** Further open points whose readings clients meet here. */
  readonly readings?: readonly OpenPointId[];
}

/** The requirements that judge a member of what the driver understood, where it is not the first row of the journey. */
export const ROW_OF_MEMBER: Partial<Record<ToldMember, RequirementId>> = {
  message_id: 'messages.id.integer',
  total_tokens: 'usage.agent-tokens.not-added-again',
  sources: 'messages.sources.chunks-used',
  metadata: 'messages.metadata.echoed',
  finished_tasks: 'agents.delegated.not-finished',
  failure: 'failures.code.message-code',
};
