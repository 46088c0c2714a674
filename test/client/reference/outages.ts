type Fetch = (request: Request) => Promise<Response>;
type Cut = { readonly after: number } | 'before-end' | 'answer';

/** A network that fails on request, once for each request. */
export class Outages {
  readonly #fetch: Fetch;
  readonly #cuts = new Map<string, Cut>();
  /** Chats that have lost bytes or an answer. */
  readonly struck = new Set<string>();

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  /** Breaks the next stream of the chat after that many events. */
  cutAfter(chatId: string, events: number): void {
    this.#cuts.set(chatId, { after: events });
  }

  /** Ends the next stream of the chat without its last event and without an error. */
  cutBeforeEnd(chatId: string): void {
    this.#cuts.set(chatId, 'before-end');
  }

  /** Lets the next request for the chat arrive, but loses its answer. */
  loseAnswer(chatId: string): void {
    this.#cuts.set(chatId, 'answer');
  }

  readonly fetch: Fetch = async (request) => {
    const chatId = /\/chats\/([^/]+)\/messages/.exec(request.url)?.[1] ?? '';
    const cut = this.#cuts.get(chatId);
    this.#cuts.delete(chatId);
    const response = await this.#fetch(request);
    const strike = () => void this.struck.add(chatId);
    if (cut === 'answer') {
      strike();
      await response.body?.cancel();
      throw new TypeError('the connection was lost');
    }
    if (cut === undefined || !response.body) return response;
    const { status, headers } = response;
    return new Response(response.body.pipeThrough(cutting(cut, strike)), { status, headers });
  };
}

/** Counts pieces instead of events, since the server writes each event as one piece. */
function cutting(cut: Exclude<Cut, 'answer'>, strike: () => void): TransformStream<Uint8Array, Uint8Array> {
  let held: Uint8Array | undefined;
  let passed = 0;
  return new TransformStream({
    transform(piece, controller) {
      if (cut === 'before-end') {
        if (held) controller.enqueue(held);
        held = piece;
        strike();
        return;
      }
      if (passed === cut.after) {
        strike();
        throw new TypeError('the connection was lost');
      }
      passed += 1;
      controller.enqueue(piece);
    },
  });
}
