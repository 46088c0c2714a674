import type { Operation } from '../../../generated/operations.d.ts';
import { judgeAnsweredTurn } from './answered-turn.ts';
import { detachText } from './detached-text.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { EVENT_STREAM, isEventStream } from './headers.ts';
import { isObject, memoryOf, parseServiceJson, UNIT_BYTES, UnreadJsonError } from './json.ts';
import { Judgement } from './judgement.ts';
import { describeNotJson } from './not-json.ts';
import { matchOperation, typeOfBody } from './operations.ts';
import { placeOfAnswer } from './place.ts';
import type { JudgedEnd, TurnRequest } from './rules/rule.ts';
import { type AnsweredBy, isOfService } from './service-answer.ts';
import { withoutNulls } from './shape/null-for-absent.ts';
import { ShapeJudge } from './shape-judge.ts';
import { isSuccessStatus } from './status.ts';
import type { StreamFacts } from './stream-facts.ts';
import { DEFAULT_EVENT_BYTES, NOT_OVER, StreamJudge } from './stream-judge.ts';
import { describeSuiteDefect } from './suite-defect.ts';
import { readTurnRequest } from './turn-request.ts';

export interface RequestFacts {
  readonly method: string;
  readonly path: string;
  readonly body?: Uint8Array | undefined;
}

export interface ResponseFacts {
  readonly status: number;
  /** By lower-case name. Undefined if the input lacks them. */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** Longest part of a media type that a finding shows. */
const LONGEST_TYPE = 80;

/** What is kept of the head of a response. Its other headers may be large. */
interface Head {
  readonly status: number;
  /** The beginning of the media type. */
  readonly contentType: string | undefined;
  /** Whether the input has headers. What it lacks denies nothing. */
  readonly hasHeaders: boolean;
}

/**
 * Judges one exchange: the event stream of a streaming send as its bytes arrive, any other body once it is complete. Requests that
 * are no operation of the contract are left alone.
 */
export class ExchangeJudge {
  readonly #judgement: Judgement;
  readonly #facts: StreamFacts;
  #turn: TurnRequest | undefined;
  #turnBytes = 0;
  readonly #operation: Operation | undefined;
  #response: Head | undefined;
  #stream: StreamJudge | undefined;
  /** Reads the events of a stream that no rule of streams is about, for its listener. */
  #unjudged: StreamJudge | undefined;
  readonly #body = new GrowingBytes();
  #length = 0;
  #isTooLarge = false;
  #isCut = false;

  constructor(judgement: Judgement, request: RequestFacts | undefined, facts: StreamFacts) {
    this.#judgement = judgement;
    const match = request && matchOperation(request.method, request.path);
    this.#operation = match?.operation;
    this.#facts = facts;
    judgement.exchanges += 1;
    const chatId = match?.parameters[0];
    // Of the request, only a turn is needed later. Its body may be large.
    if (!request?.body || !this.#isSend || chatId === undefined) return;
    this.#turn = readTurnRequest(chatId, request.body, facts.outOfReach);
    // The chat id is a part of the path, and keeps all of it.
    this.#turnBytes = this.#turn ? memoryOf(this.#turn.metadata) + UNIT_BYTES * request.path.length : 0;
  }

  respond(response: ResponseFacts): void {
    const { status, headers } = response;
    const contentType = headers?.['content-type'];
    this.#response = {
      status,
      contentType: contentType === undefined ? undefined : detachText(contentType, LONGEST_TYPE),
      hasHeaders: headers !== undefined,
    };
    if (this.#isCut) return;
    if (!this.#isStreamingSend) {
      if (this.#facts.listener && headers && isEventStream(headers))
        this.#unjudged = new StreamJudge(new Judgement(), this.#facts);
      return;
    }
    const isTurn = isSuccessStatus(response.status);
    // A head that the input lacks denies nothing.
    const isStream = headers ? isEventStream(headers) : isTurn;
    if (isTurn && headers) this.#judgeMediaType(isStream);
    if (!isStream) return;
    this.#stream = new StreamJudge(this.#judgement, {
      ...this.#facts,
      request: this.#turn,
      hasHead: headers !== undefined,
      isTurn,
    });
  }

  push(bytes: Uint8Array, at?: number): void {
    if (this.#isCut) return;
    if (this.#stream) {
      this.#stream.push(bytes, at);
      return;
    }
    this.#unjudged?.push(bytes, at);
    this.#length += bytes.length;
    // What other services answer is only counted.
    if (!this.#operation) return;
    const { bodyBytes, eventBytes = DEFAULT_EVENT_BYTES } = this.#facts;
    this.#isTooLarge ||= this.#length > (bodyBytes ?? eventBytes);
    if (this.#isTooLarge) this.#body.release();
    else this.#body.push(bytes);
  }

  /** Whether the request is an operation of the contract. Other exchanges are left alone. */
  get isOperation(): boolean {
    return this.#operation !== undefined;
  }

  /** Whether the response has begun. */
  get hasResponse(): boolean {
    return this.#response !== undefined;
  }

  /** Bytes that the exchange keeps until it ends, at most. They depend on its content only. */
  get heldBytes(): number {
    return this.#turnBytes + (this.#stream?.heldBytes ?? this.#body.capacity);
  }

  /**
   * Gives up the rest of the exchange, since the input lacks a part of it. The judgement is then incomplete.
   *
   * @param reason absent if the judgement has it already
   */
  cut(reason?: string): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#turn = undefined;
    this.#turnBytes = 0;
    this.#body.release();
    if (this.#stream) this.#stream.stop(reason);
    else if (reason !== undefined) this.#judgement.leaveOut(reason);
  }

  /**
   * @param at when the exchange ended, in milliseconds of the recording's clock
   * @param parsed the value of the whole body, if it was parsed already, without the nulls that stand for absent members
   */
  end(how: JudgedEnd, at?: number, parsed?: unknown): void {
    if (this.#stream) {
      this.#stream.end(how, at);
      return;
    }
    this.#unjudged?.end(how, at);
    this.#judgement.bytes += this.#length;
    if (this.#isCut) {
      // The reason is in the judgement already.
    } else if (this.#isTooLarge) {
      this.#judgement.leaveOut(`the body of exchange ${this.#facts.exchange ?? 0} is larger than the limit`);
    } else if (how === 'server' && this.#response) {
      this.#judgeBody(this.#response, parsed, at);
    } else if (this.#operation && !this.#facts.mayBeLeft) {
      const reason = this.#describeEnd(how);
      if (reason !== undefined) this.#judgement.leaveOut(reason);
    }
    this.#body.release();
  }

  #describeEnd(how: JudgedEnd): string | undefined {
    if (how === 'open') return `an exchange is ${NOT_OVER}`;
    if (this.#response) return 'a response was cut before its end, by the client or the connection';
    return how === 'server' ? 'an exchange ended without a response' : undefined;
  }

  get #isSend(): boolean {
    return this.#isStreamingSend || this.#operation?.operationId === 'sendMessage';
  }

  get #isStreamingSend(): boolean {
    return this.#operation?.operationId === 'streamMessage';
  }

  #judgeMediaType(isStream: boolean): void {
    this.#judgement.exercise('stream.response.event-stream');
    if (isStream) return;
    this.#judgement.report('stream.response.event-stream', this.#facts.exchange, {
      expected: `Content-Type: ${EVENT_STREAM}`,
      actual: this.#response?.contentType ?? 'no Content-Type',
    });
  }

  #judgeBody(response: Head, parsed: unknown, at = 0): void {
    const operation = this.#operation;
    const hasSucceeded = isSuccessStatus(response.status);
    // The media type of a turn that is no stream is a finding already.
    if (!operation || (hasSucceeded && this.#isStreamingSend)) return;
    const schema = typeOfBody(operation, response.status);
    if (!schema) return;
    let value = parsed;
    try {
      value ??= withoutNulls(schema, parseServiceJson(this.#body.toString()));
    } catch (error) {
      if (error instanceof UnreadJsonError) {
        this.#judgement.leaveOut(error.message);
        return;
      }
      // A gateway may answer with its own page.
      if (hasSucceeded) this.#judgeNoJson(response);
      return;
    }
    this.#facts.watcher?.answered(response.status, value, at);
    if (hasSucceeded) this.#judgement.exercise('service.bodies.json-responses');
    else if (!isJudged(value, response)) return;
    const shapes = new ShapeJudge(this.#judgement, (requirement, details) =>
      this.#judgement.report(requirement, this.#facts.exchange, details),
    );
    const { isReplay = false } = this.#facts;
    const place = placeOfAnswer(operation.operationId, { isFailure: !hasSucceeded, isReplay });
    const isSound = shapes.judge(schema, value, this.#length, place);
    if (isSound && hasSucceeded && this.#isSend) this.#judgeTurn(value);
  }

  #judgeTurn(value: unknown): void {
    if (!isObject(value) || !isObject(value.data)) return;
    const { exchange } = this.#facts;
    try {
      judgeAnsweredTurn(value.data, this.#turn, this.#judgement, exchange);
    } catch (error) {
      const place = exchange === undefined ? '' : ` in exchange ${exchange}`;
      this.#judgement.leaveOut(describeSuiteDefect(`the rules about the turn of an answer${place}`, error));
    }
  }

  /** A live run has made sure that the service answered. In a recording, a success of another media type may come from something else. */
  #judgeNoJson(response: Head): void {
    const { exchange, isOfService: isLive = false } = this.#facts;
    const isOurs = isLive || !response.hasHeaders || isOfService(answeredBy(response, undefined));
    const type = response.contentType ?? 'no media type';
    if (isOurs) this.#reportInvalidJson(this.#body.toString());
    else
      this.#judgement.leaveOut(
        `exchange ${exchange ?? 0} was answered by something else than the service (${response.status}, ${type})`,
      );
  }

  #reportInvalidJson(text: string): void {
    this.#judgement.report('service.bodies.json-responses', this.#facts.exchange, {
      offset: 0,
      expected: 'JSON',
      actual: describeNotJson(text),
    });
  }
}

/**
 * Whether a failure comes from the service and must meet the contract, which does not define the answer to a request without a valid
 * credential.
 */
function isJudged(body: unknown, response: Head): boolean {
  const isOpen = response.status === 401 || response.status === 403;
  if (isOpen) return isObject(body) && typeof body.message_code === 'string';
  return isOfService(answeredBy(response, body));
}

function answeredBy({ status, contentType }: Head, body: unknown): AnsweredBy {
  return { status, headers: contentType === undefined ? {} : { 'content-type': contentType }, body };
}
