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
