import type { ServerResponse } from 'node:http';
import type { StreamEvent } from '../../../generated/types.d.ts';
import type { EventSink } from './exchange.ts';
import { type Framing, plainFraming } from './framing.ts';
import type { HttpLimits } from './limits.ts';
import type { StreamEnd } from './request-log.ts';

/** Called once, when nothing more is written to a stream. */
export type OnStreamOver = (end: StreamEnd, events: number) => void;

/**
 * Writes the events of one stream to its response, each at once and as one piece. It holds no timer and no buffer of its
 * own, since thousands of streams wait at the same time. A client that does not read is cut; the turn goes on without it.
 */
export class ResponseSink implements EventSink {
  readonly #response: ServerResponse;
  readonly #limits: HttpLimits;
  readonly #onOver: OnStreamOver | undefined;
  readonly #write: ReturnType<Framing>;
  #end: StreamEnd | undefined;
  #events = 0;
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
    if (response.destroyed) this.#leave();
    else response.on('close', () => this.#leave());
  }

  /** @throws TypeError when the event's data has no JSON. */
  send(event: StreamEvent): void {
    if (this.#end) return;
    // Looked at before the write, so that one large event alone never cuts a client that reads.
    if (this.#response.writableLength > this.#limits.unsentBytes) {
      this.#over('client-too-slow');
      this.#response.destroy();
      return;
    }
    this.#response.write(this.#write(event));
    this.#events += 1;
  }

  end(): void {
    if (this.#end) return;
    this.#over('ended');
    this.#response.end();
    limitTaking(this.#response, this.#limits);
  }

  onGone(callback: () => void): void {
    if (this.#end === 'ended') return;
    if (this.#end) queueMicrotask(callback);
    // Pushing would make room for many more, in every stream.
    else this.#goneCallbacks = this.#goneCallbacks.concat(callback);
  }

  /** Cuts the connection, so that the client sees that the stream is not whole. */
  fail(): void {
    if (this.#end) return;
    this.#over('failed');
    this.#response.destroy();
  }

  #leave(): void {
    if (!this.#end) this.#over('client-gone');
    const callbacks = this.#goneCallbacks;
    this.#goneCallbacks = [];
    for (const callback of callbacks) callback();
  }

  #over(end: StreamEnd): void {
    this.#end = end;
    if (end === 'ended') this.#goneCallbacks = [];
    this.#onOver?.(end, this.#events);
  }
}

/** Lets go of a client that takes nothing of what is left of its answer. Progress starts the time anew. */
export function limitTaking(response: ServerResponse, limits: HttpLimits): void {
  if (response.writableLength > 0) response.setTimeout(limits.takeTimeout);
}
