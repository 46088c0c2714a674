/** Kinds of errors, in the words of OpenAI. */
type ErrorType = 'invalid_request_error' | 'server_error';

export interface RequestErrorFacts {
  readonly status: number;
  readonly type?: ErrorType;
  /** The member of the request that it is about. */
  readonly param?: string;
  /** OpenAI's code of the error, where it has one. */
  readonly openAiCode?: string;
}

/** A request that gets an error for an answer. The message says what was expected, and what to do. */
export class RequestError extends Error {
  readonly code = 'bad-request';
  readonly status: number;
  readonly #facts: RequestErrorFacts;

  constructor(message: string, facts: RequestErrorFacts) {
    super(message);
    this.status = facts.status;
    this.#facts = facts;
  }

  /** The body of the answer, in the form that the clients of OpenAI read. */
  get body(): object {
    const { type = 'invalid_request_error', param = null, openAiCode = null } = this.#facts;
    return { error: { message: this.message, type, param, code: openAiCode } };
  }
}
