import { createParser } from 'eventsource-parser';
import type { StreamEvent } from '../../../generated/types.d.ts';
import type { JsonBody } from './outcome.ts';

/** Longer than anything takes here; what takes longer hangs. */
const PATIENCE = 20_000;

/** The server was killed while it was asked. */
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
  /** Below /api/v1. */
  readonly path: string;
  /** JSON, as it is sent. */
  readonly body?: string;
  readonly key?: string;
}

/** Calls one server until it is killed. */
export class Caller {
  readonly #url: string;
  readonly #tick: () => void;
  #isKilled = false;

  /** @param tick called whenever something of an answer has come */
  constructor(url: string, tick: () => void = () => {}) {
    this.#url = url;
    this.#tick = tick;
  }

  /** From now on a connection that breaks is no surprise. */
  expectTheEnd(): void {
    this.#isKilled = true;
  }

  get isOver(): boolean {
    return this.#isKilled;
  }

  /** @throws Cut */
  async ask(ask: Ask): Promise<Answer> {
    return this.#guard(async () => read(await this.#fetch(ask)));
  }

  /**
   * Asks for a stream.
   *
   * @param hear is given each event
   * @returns the refusal, if the stream did not open
   * @throws Cut, also in the middle of the stream
   */
  async stream(ask: Ask, hear: (event: StreamEvent) => void | Promise<void>): Promise<Answer | undefined> {
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
        for (const event of events.splice(0)) await hear(event);
        this.#tick();
      }
      return undefined;
    });
  }

  async #fetch({ token, method, path, body, key }: Ask): Promise<Response> {
    const response = await fetch(`${this.#url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(key !== undefined && { 'idempotency-key': key }) },
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
