import { isUtf8 } from 'node:buffer';
import { EventStreamReader, EventTooLargeError, type SseEvent } from '../../event-stream/index.ts';
import { ContentCut, type EventData } from './content-cut.ts';
import { detachText } from './detached-text.ts';
import { lastBlankLine, startsDelta, type Taken, takeDeltas } from './fast-path.ts';
import type { FindingDetails } from './finding.ts';
import { FramingJudge } from './framing-judge.ts';
import { isObject, UnreadJsonError } from './json.ts';
import type { Judgement } from './judgement.ts';
import { placeOfEvent } from './place.ts';
import { EVENTS, isTerminal } from './rules/event-names.ts';
import type { JudgedEnd, SeenEvent, StreamContext } from './rules/rule.ts';
import { StreamRules } from './rules/stream-rules.ts';
import { ShapeJudge } from './shape-judge.ts';
import { noteUnjudged, type StreamFacts } from './stream-facts.ts';
import { describeSuiteDefect } from './suite-defect.ts';
import { Timing } from './timing.ts';

/** Longer names of events are cut, in UTF-16 code units. No event of the contract has one. */
const LONGEST_TYPE = 128;
/** Data from this length on leaves so much garbage that the command collects it, in characters. */
const LARGE_EVENT = 128 * 1024;
export const DEFAULT_EVENT_BYTES = 4 * 1024 * 1024;
/** What an exchange is whose recording has no end. */
export const NOT_OVER = 'not over yet: its recorder is still writing, or was killed';

/**
 * Judges one stream as its bytes arrive, in constant memory.
 *
 * Push chunks as they arrive, then call `end`. The findings go into the judgement. No bytes make the judge throw: bytes that it
 * cannot read are findings, or a reason why the judgement is incomplete.
 */
export class StreamJudge {
  readonly #judgement: Judgement;
  #facts: StreamFacts;
  readonly #reader: EventStreamReader;
  readonly #rules: StreamRules;
  readonly #framing: FramingJudge;
  readonly #shapes: ShapeJudge;
  readonly #taken: Taken = { position: 0, last: 0, events: 0 };
  #event: SeenEvent | undefined;
  readonly #content: ContentCut;
  /** Index where the fast path must stop in the current bytes. Computed when the fast path is first tried on them. */
  #fastEnd: number | undefined;
  #count = 0;
  #at: number | undefined;
  #isStarted = false;
  #isEnded = false;
  #isStopped = false;
  #isBroken = false;
  /** Bytes that the rules keep. */
  #remembered = 0;
  #hasDelta = false;

  constructor(judgement: Judgement, facts: StreamFacts = {}) {
    this.#judgement = judgement;
    this.#facts = facts;
    this.#reader = new EventStreamReader(
      {
        onDropped: ({ type, offset }) => this.#guard(() => this.#framing.dropped(type, offset)),
        readData: (bytes, type) => (this.#mayCut ? this.#content.decodeLine(bytes, type) : undefined),
      },
      { eventBytes: facts.eventBytes ?? DEFAULT_EVENT_BYTES },
    );
    noteUnjudged(judgement, facts);
    this.#framing = new FramingJudge(judgement, facts.exchange);
    this.#rules = new StreamRules(this.#context(), (rule, error) =>
      this.#leaveOut(`the rule ${rule}`, error),
    );
    this.#content = new ContentCut(this.#rules.text);
    this.#shapes = new ShapeJudge(judgement, (requirement, details) =>
      this.#report(requirement, this.#event, details),
    );
  }

  /**
   * Judges the next bytes. The caller may reuse the memory of the chunk afterwards.
   *
   * @param at when the bytes arrived, in milliseconds of the recording's clock
   */
  push(chunk: Uint8Array, at?: number): void {
    if (this.#isStopped) return;
    this.#at = at;
    this.#reader.push(chunk);
    try {
      this.#readAll();
      if (at !== undefined && this.#reader.isInEvent) this.#rules.hear(at);
    } catch (error) {
      if (!(error instanceof EventTooLargeError || error instanceof UnreadJsonError)) throw error;
      const { listener } = this.#facts;
      this.stop(listener ? undefined : error.message);
      listener?.unreadable(error);
    }
  }

  /** Bytes that the judge keeps until the stream ends, at most. They depend on the bytes of the stream only. */
  get heldBytes(): number {
    return this.#reader.heldBytes + this.#content.heldBytes + this.#rules.text.capacity + this.#remembered;
  }

  /**
   * Gives up the rest of the stream, and all that is kept of it. The judgement is then incomplete.
   *
   * @param reason absent if the judgement has it already
   */
  stop(reason?: string): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    if (reason !== undefined) this.#judgement.leaveOut(reason);
    // The rules see no later events, so the stream ends here for them: its real end would seem to follow a long silence.
    this.#conclude('client', this.#at);
  }

  /** @param at when the stream ended, in milliseconds of the recording's clock */
  end(how: JudgedEnd, at?: number): void {
    if (this.#isStopped) return;
    this.#conclude(how, at);
    if (how !== 'server' && !this.#isEnded && !this.#facts.mayBeLeft) {
      this.#judgement.leaveOut(
        how === 'open'
          ? `the stream is ${NOT_OVER}`
          : 'the stream was cut before its terminal event, by the client or the connection',
      );
    }
  }

  #conclude(how: JudgedEnd, at: number | undefined): void {
    const { bytesRead: offset, unfinishedAt } = this.#reader;
    this.#judgement.events += this.#count;
    this.#judgement.bytes += offset;
    this.#rules.end({ how, offset, unfinishedAt, at });
    // The metadata of the request may be large.
    this.#facts = { ...this.#facts, request: undefined };
    this.#content.release();
    this.#reader.release();
    this.#remembered = 0;
  }

  #readAll(): void {
    const reader = this.#reader;
    this.#fastEnd = undefined;
    for (;;) {
      if (this.#isFast) reader.offerBlocks(this.#takeDeltas);
      const event = reader.next();
      if (!event) return;
      this.#read(event);
      if (event.data.length >= LARGE_EVENT) this.#facts.onGarbage?.(event.data.length);
    }
  }

  /** Whether the next delta of the common form can only add text, and exercises no further requirement. */
  get #isFast(): boolean {
    return this.#mayCut && this.#isStarted && this.#hasDelta && this.#rules.text.isWhole;
  }

  get #mayCut(): boolean {
    return !this.#facts.listener && !this.#isEnded;
  }

  readonly #takeDeltas = (bytes: Uint8Array, start: number, end: number, offset: number): number => {
    if (!startsDelta(bytes, start, end)) return start;
    this.#fastEnd ??= this.#findFastEnd(bytes, start, end);
    if (start >= this.#fastEnd) return start;
    const taken = this.#taken;
    takeDeltas(bytes, start, this.#fastEnd, this.#rules.text, taken);
    if (taken.events === 0) return start;
    // The events arrived together, so the rules only need to see the first and the last of them.
    this.#seeDelta(this.#count, offset);
    if (taken.events > 1) this.#seeDelta(this.#count + taken.events - 1, offset + taken.last - start);
    this.#count += taken.events;
    return taken.position;
  };

  #findFastEnd(bytes: Uint8Array, start: number, end: number): number {
    const last = lastBlankLine(bytes, start, end);
    return isUtf8(bytes.subarray(start, last)) ? last : start;
  }

  #seeDelta(index: number, offset: number): void {
    this.#rules.see({ index, type: 'message.delta', offset, at: this.#at });
  }

  #read(sse: SseEvent): void {
    const type = sse.type.length > LONGEST_TYPE ? detachText(sse.type, LONGEST_TYPE) : sse.type;
    const read = this.#content.read(sse);
    if (type !== 'message.delta') this.#facts.watcher?.event(type, read.value, this.#at ?? 0);
    this.#guard(() => this.#judge(type, sse, read));
    this.#facts.listener?.event({ type, text: read.text, value: read.value });
  }

  /** Nothing that the judge throws ends the reading of a stream, which somebody may follow. The judge then reads no more of it. */
  #guard(judge: () => void): void {
    if (this.#isBroken) return;
    try {
      judge();
    } catch (error) {
      this.#isBroken = true;
      this.#leaveOut('the judge of a stream', error);
    }
  }

  #judge(type: string, sse: SseEvent, { value: data, text, isContentCut }: EventData): void {
    const event: SeenEvent = { index: this.#count, type, offset: sse.offset, at: this.#at };
    this.#count += 1;
    this.#event = event;
    if (this.#facts.hasFraming !== false) this.#framing.judge(event, sse);
    const isAfterEnd = this.#isEnded;
    this.#rules.see(event);
    if (event.type === 'message.start') this.#isStarted = true;
    if (isTerminal(event.type)) this.#isEnded = true;
    if (event.type === 'message.completed' && this.#facts.hasHead && !this.#facts.isTurn)
      this.#judgement.leaveOut('a turn was completed in a response whose status is no success');
    if (isAfterEnd || event.type === '') return;
    this.#judgement.exercise('stream.framing.json-data');
    if (data === undefined) {
      this.#framing.notJson(event, sse.dataOffset, text);
      return;
    }
    const known = EVENTS.get(event.type);
    if (!known) {
      this.#report('stream.events.known-names', event, {
        expected: 'one of the eight events of the contract; clients ignore others',
        actual: JSON.stringify(event.type.slice(0, 80)),
      });
      return;
    }
    this.#judgement.exercise('stream.events.known-names');
    const place = placeOfEvent(event.type, this.#facts.isReplay);
    const isSound = this.#shapes.judge(known.schema, data, text.length, place);
    if (isSound && event.type === 'message.delta') this.#hasDelta = true;
    if (!isObject(data)) return;
    this.#rules.judge({ ...event, data, isContentCut });
  }

  #leaveOut(where: string, error: unknown): void {
    const { exchange } = this.#facts;
    const place = exchange === undefined ? '' : ` in exchange ${exchange}`;
    this.#judgement.leaveOut(describeSuiteDefect(`${where}${place}`, error));
  }

  #report(requirement: string, event: SeenEvent | undefined, details: FindingDetails): void {
    const place = event ? { event: event.index, eventType: event.type, offset: event.offset } : {};
    this.#judgement.report(requirement, this.#facts.exchange, { ...place, ...details });
  }

  #context(): StreamContext {
    const { request, permissionMode, timeScale, delays } = this.#facts;
    const sent = () => this.#facts.request;
    return {
      get request() {
        return sent();
      },
      permissionMode: request?.permissionMode ?? permissionMode,
      timing: timeScale === undefined ? undefined : new Timing(timeScale, delays),
      isTurn: this.#facts.isTurn ?? false,
      mayRepeat: this.#facts.isReplay ?? true,
      exercise: (requirement) => this.#judgement.exercise(requirement),
      cannotJudge: (requirement, reason) => this.#judgement.cannotJudge(requirement, reason),
      report: (requirement, event, details) => this.#report(requirement, event, details),
      remember: (bytes) => {
        this.#remembered += bytes;
      },
    };
  }
}
