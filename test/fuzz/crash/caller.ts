import { createParser } from 'eventsource-parser';
import type { StreamEvent } from '../../../generated/types.d.ts';
import type { JsonBody } from './outcome.ts';

/** In milliseconds. Only ends a call that hangs. */
const PATIENCE = 300_000;

/** The server was killed during the request. */
export class Cut extends Error {
  readonly code = 'cut';
}

export interface Answer {
  readonly status: number;
  readonly body: JsonBody;
}

export interface Ask {
  readonly token: string;
  readonly method: string;
  /** Path below /api/v1. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
  readonly key?: string;
}

/** Sends requests to one server until it is killed. */
export class Caller {
  readonly #url: string;
  readonly #tick: () => void;
  #isKilled = false;

  /** @param tick called for each response head and each piece of a stream */
  constructor(url: string, tick: () => void = () => {}) {
    this.#url = url;
    this.#tick = tick;
  }

  /** From now on, a connection that breaks throws Cut. */
  expectTheEnd(): void {
    this.#isKilled = true;
  }

  get isOver(): boolean {
    return this.#isKilled;
  }

  /** Sends a request. @throws Cut when the server was killed */
  async ask(ask: Ask): Promise<Answer> {
    return this.#guard(async () => read(await this.#fetch(ask)));
  }

  /**
   * Sends a request and reads the stream that answers it.
   *
   * @param onEvent called for each event
   * @returns the answer if it is not a stream
   * @throws Cut when the server was killed, also in the middle of the stream
   */
  async stream(ask: Ask, onEvent: (event: StreamEvent) => void | Promise<void>): Promise<Answer | undefined> {
    return this.#guard(async () => {
      const response = await this.#fetch(ask);
      if (response.status !== 200) return read(response);
      const events: StreamEvent[] = [];
      const parser = createParser({
        onEvent: ({ event, data }) => events.push({ type: event, data: JSON.parse(data) } as StreamEvent),
      });
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) {
        parser.feed(decoder.decode(chunk, { stream: true }));
        for (const event of events.splice(0)) await onEvent(event);
        this.#tick();
      }
      return undefined;
    });
  }

  async #fetch({ token, method, path, body, key }: Ask): Promise<Response> {
    const response = await fetch(`${this.#url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: body ?? null,
      signal: AbortSignal.timeout(PATIENCE),
    });
    this.#tick();
    return response;
  }

  async #guard<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Cut || !this.#isKilled) throw error;
      throw new Cut('the server was killed', { cause: error });
    }
  }
}

async function read(response: Response): Promise<Answer> {
  return { status: response.status, body: (await response.json()) as JsonBody };
}
