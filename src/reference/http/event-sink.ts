import type { ServerResponse } from 'node:http';
import type { StreamEvent } from '../../../generated/types.d.ts';
import type { EventSink } from './exchange.ts';
import type { HttpLimits } from './limits.ts';
import type { StreamEnd } from './request-log.ts';

/** Returns the function that turns events into text. Called once for each stream. */
export type Framing = () => (event: StreamEvent) => string;

/** One `event` line and one `data` line for each event. */
export const plainFraming: Framing = () => writePlainly;

/**
 * Neither the name of an event nor JSON contains a line break, so nothing has to be split into lines.
 *
 * @throws TypeError when the event's data cannot be JSON
 */
function writePlainly({ type, data }: StreamEvent): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Called once, when nothing more will be written to a stream. */
export type OnStreamOver = (end: StreamEnd, events: number) => void;

/**
 * Writes the events of one stream to its response, each in one piece, at the end of the current tick. It has no buffer of its own,
 * because thousands of streams can wait at the same time. When Node's buffer is full, the writer waits for room, and a client that
 * does not read is disconnected; the turn continues.
 */
export class ResponseSink implements EventSink {
  readonly #response: ServerResponse;
  readonly #limits: HttpLimits;
  readonly #onOver: OnStreamOver | undefined;
  readonly #write: ReturnType<Framing>;
  #end: StreamEnd | undefined;
  #events = 0;
  #unwritten = '';
  #room: Promise<void> | undefined;
  #goneCallbacks: (() => void)[] = [];

  constructor(
    response: ServerResponse,
    limits: HttpLimits,
    onOver?: OnStreamOver,
    framing: Framing = plainFraming,
  ) {
    this.#response = response;
    this.#limits = limits;
    this.#onOver = onOver;
    this.#write = framing();
    if (response.destroyed) this.#clientGone();
    else response.on('close', () => this.#clientGone());
  }

  /** @throws TypeError when the event's data cannot be JSON */
  send(event: StreamEvent): void {
    if (this.#end) return;
    // Checked before the write, so that a single large event never disconnects a client that reads.
    if (this.#response.writableLength + this.#unwritten.length > this.#limits.unsentBytes) {
      this.#cutSlow();
      return;
    }
    const text = this.#write(event);
    if (this.#unwritten === '') process.nextTick(() => this.#flush());
    this.#unwritten += text;
    this.#events += 1;
  }

  end(): void {
    if (this.#end) return;
    this.#flush();
    this.#close('ended');
    this.#response.end();
    limitReading(this.#response, this.#limits);
  }

  room(): Promise<void> | undefined {
    if (this.#end || !this.#response.writableNeedDrain) return undefined;
    this.#room ??= this.#waitForRoom();
    return this.#room;
  }

  onGone(callback: () => void): void {
    if (this.#end === 'ended') return;
    if (this.#end) queueMicrotask(callback);
    // An array that grows by push reserves room for many callbacks, in every stream.
    else this.#goneCallbacks = this.#goneCallbacks.concat(callback);
  }

  /** Breaks the connection, so that the client sees that the stream is incomplete. */
  fail(): void {
    if (this.#end) return;
    this.#flush();
    this.#close('failed');
    this.#response.destroy();
  }

  /** Writes the events of one tick together, because each write of Node takes several times the memory of a small event. */
  #flush(): void {
    const text = this.#unwritten;
    this.#unwritten = '';
    if (text !== '' && !this.#end) this.#response.write(text);
  }

  /** Every byte that the client reads restarts its time limit. */
  #waitForRoom(): Promise<void> {
    const response = this.#response;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cut = () => this.#cutSlow();
    const stop = () => {
      response.off('drain', stop).off('close', stop).off('timeout', cut);
      // After the end, the time limit is that of a complete answer.
      if (!this.#end) response.setTimeout(0);
      this.#room = undefined;
      resolve();
    };
    response.on('drain', stop).on('close', stop).on('timeout', cut);
    response.setTimeout(this.#limits.stallTimeout);
    return promise;
  }

  #cutSlow(): void {
    if (!this.#end) this.#close('client-too-slow');
    this.#response.destroy();
  }

  #clientGone(): void {
    if (!this.#end) this.#close('client-gone');
    const callbacks = this.#goneCallbacks;
    this.#goneCallbacks = [];
    for (const callback of callbacks) callback();
  }

  #close(end: StreamEnd): void {
    this.#end = end;
    if (end === 'ended') this.#goneCallbacks = [];
    this.#onOver?.(end, this.#events);
  }
}

/** Disconnects a client that stops reading the rest of its answer. The time limit starts again whenever the client reads. */
export function limitReading(response: ServerResponse, limits: HttpLimits): void {
  if (response.writableLength > 0) response.setTimeout(limits.readTimeout);
}
