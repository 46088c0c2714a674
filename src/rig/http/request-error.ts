/** Types of errors, as OpenAI names them. */
type ErrorType = 'invalid_request_error' | 'server_error';

export interface RequestErrorFacts {
  readonly status: number;
  readonly type?: ErrorType;
  /** The member of the request that is wrong. */
  readonly param?: string;
  /** OpenAI's code for the error, if there is one. */
  readonly openAiCode?: string;
}

/** Thrown to refuse a request. The message says what was expected and what to do. */
export class RequestError extends Error {
  readonly code = 'bad-request';
  readonly status: number;
  readonly #facts: RequestErrorFacts;

  constructor(message: string, facts: RequestErrorFacts) {
    super(message);
    this.status = facts.status;
    this.#facts = facts;
  }

  /** The response body in the format that OpenAI clients read. */
  get body(): object {
    const { type = 'invalid_request_error', param = null, openAiCode = null } = this.#facts;
    return { error: { message: this.message, type, param, code: openAiCode } };
  }
}
