import { GrowingBytes } from './growing-bytes.ts';
import { isObject, parseJson, TooManyValuesError } from './json.ts';
import type { Judgement } from './judgement.ts';
import { EVENT_STREAM, isEventStream } from './media-type.ts';
import { matchOperation } from './operations.ts';
import { placeOfAnswer } from './place.ts';
import type { StreamEnd, TurnRequest } from './rules/rule.ts';
import { ShapeJudge } from './shape-judge.ts';
import type { StreamFacts } from './stream-facts.ts';
import { DEFAULT_EVENT_BYTES, StreamJudge } from './stream-judge.ts';
import { readTurnRequest } from './turn-request.ts';

export interface RequestFacts {
  readonly method: string;
  readonly path: string;
  readonly body?: Uint8Array | undefined;
}

export interface ResponseFacts {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Bytes of parsed metadata for each byte of the body, about. */
const METADATA = 4;

/**
 * Judges one exchange: the event stream of a streaming send as its bytes arrive, any other body once it is complete. Requests that
 * are no operation of the contract are left alone.
 */
export class ExchangeJudge {
  readonly #judgement: Judgement;
  readonly #facts: StreamFacts;
  #turn: TurnRequest | undefined;
  #turnBytes = 0;
  readonly #match: ReturnType<typeof matchOperation>;
  #response: ResponseFacts | undefined;
  #stream: StreamJudge | undefined;
  readonly #body = new GrowingBytes();
  #length = 0;
  #isTooLarge = false;
  #isCut = false;

  constructor(judgement: Judgement, request: RequestFacts | undefined, facts: StreamFacts) {
    this.#judgement = judgement;
    this.#match = request && matchOperation(request.method, request.path);
    this.#facts = facts;
    judgement.exchanges += 1;
    const chatId = this.#match?.parameters[0];
    // Of the request, only a turn is needed later. Its body may be large.
    if (!request?.body || !this.#isStreamingSend || chatId === undefined) return;
    this.#turn = readTurnRequest(chatId, request.body);
    this.#turnBytes = this.#turn?.metadata ? METADATA * request.body.length : 0;
  }

  respond(response: ResponseFacts): void {
    this.#response = response;
    if (!this.#isStreamingSend || this.#isCut) return;
    const isStream = isEventStream(response.headers);
    const isTurn = isSuccess(response);
    if (isTurn) this.#judgeMediaType(isStream);
    if (!isStream) return;
    this.#stream = new StreamJudge(this.#judgement, {
      ...this.#facts,
      request: this.#turn,
      hasHead: true,
      isTurn,
    });
  }

  push(bytes: Uint8Array, at?: number): void {
    if (this.#isCut) return;
    if (this.#stream) {
      this.#stream.push(bytes, at);
      return;
    }
    this.#length += bytes.length;
    // What other services answer is only counted.
    if (!this.#match) return;
    this.#isTooLarge ||= this.#length > (this.#facts.eventBytes ?? DEFAULT_EVENT_BYTES);
    if (!this.#isTooLarge) this.#body.push(bytes);
  }

  /** Whether the request is an operation of the contract. Other exchanges are left alone. */
  get isOperation(): boolean {
    return this.#match !== undefined;
  }

  /** Whether the response has begun. */
  get hasResponse(): boolean {
    return this.#response !== undefined;
  }

  /** Bytes that the exchange keeps until it ends. */
  get heldBytes(): number {
    return this.#turnBytes + (this.#stream?.heldBytes ?? this.#body.length);
  }

  /** Gives up the rest of the exchange, since the input lacks a part of it. The judgement is then incomplete. */
  cut(reason: string): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#turn = undefined;
    this.#turnBytes = 0;
    this.#body.release();
    if (this.#stream) this.#stream.stop(reason);
    else this.#judgement.leaveOut(reason);
  }

  /** @param at when the exchange ended, in milliseconds of the recording's clock */
  end(how: StreamEnd, at?: number): void {
    if (this.#stream) {
      this.#stream.end(how, at);
      return;
    }
    this.#judgement.bytes += this.#length;
    if (this.#isCut) {
      // The reason is in the judgement already.
    } else if (this.#isTooLarge) {
      this.#judgement.leaveOut(`the body of exchange ${this.#facts.exchange ?? 0} is larger than the limit`);
    } else if (how === 'server' && this.#response) {
      this.#judgeBody(this.#response);
    } else if (this.#match && !this.#facts.mayBeLeft && (this.#response || how === 'server')) {
      this.#judgement.leaveOut(
        this.#response
          ? 'a response was cut before its end, by the client or the connection'
          : 'an exchange ended without a response',
      );
    }
    this.#body.release();
  }

  get #isStreamingSend(): boolean {
    return this.#match?.operation.operationId === 'streamMessage';
  }

  #judgeMediaType(isStream: boolean): void {
    this.#judgement.exercise('stream.response.event-stream');
    if (isStream) return;
    this.#judgement.report('stream.response.event-stream', this.#facts.exchange, {
      expected: `Content-Type: ${EVENT_STREAM}`,
      actual: this.#response?.headers['content-type']?.slice(0, 80) ?? 'no Content-Type',
    });
  }

  #judgeBody(response: ResponseFacts): void {
    const operation = this.#match?.operation;
    const hasSucceeded = isSuccess(response);
    // The media type of a turn that is no stream is a finding already.
    if (!operation || (hasSucceeded && this.#isStreamingSend)) return;
    const success = Object.entries(operation.responses).find(([key]) => key.startsWith('2'))?.[1];
    const schema = hasSucceeded ? success : 'FailureResponse';
    if (!schema) return;
    const text = this.#body.toString();
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      if (error instanceof TooManyValuesError) {
        this.#judgement.leaveOut(error.message);
        return;
      }
      // A gateway may answer a failure with its own page, so only a success must be JSON.
      if (hasSucceeded) this.#reportInvalidJson(text);
      return;
    }
    if (hasSucceeded) this.#judgement.exercise('service.bodies.json-responses');
    else if (!isEnvelope(value, response)) return;
    const shapes = new ShapeJudge(this.#judgement, (requirement, details) =>
      this.#judgement.report(requirement, this.#facts.exchange, details),
    );
    const { isReplay = false } = this.#facts;
    const place = placeOfAnswer(operation.operationId, { isFailure: !hasSucceeded, isReplay });
    shapes.judge(schema, value, text.length, place);
  }

  #reportInvalidJson(text: string): void {
    this.#judgement.report('service.bodies.json-responses', this.#facts.exchange, {
      offset: 0,
      expected: 'JSON',
      actual: JSON.stringify(text.slice(0, 80)),
    });
  }
}

/**
 * Whether a failure comes from the service and must meet the contract: it has a code, or the `meta` of the service's envelopes.
 * The failures of a gateway have neither. The contract does not define the answer to a request without a valid credential
 * (A-02).
 */
function isEnvelope(value: unknown, { status }: ResponseFacts): boolean {
  if (!isObject(value)) return false;
  const isOpen = status === 401 || status === 403;
  return isOpen ? typeof value.message_code === 'string' : 'message_code' in value || isObject(value.meta);
}

function isSuccess({ status }: ResponseFacts): boolean {
  return status >= 200 && status < 300;
}
