type Fetch = (request: Request) => Promise<Response>;
type Cut = { readonly after: number } | 'before-end' | 'answer';

/** A network that fails where it is told to, once for each time. */
export class Outages {
  readonly #fetch: Fetch;
  readonly #cuts = new Map<string, Cut>();
  /** Chats about which something was lost. */
  readonly struck = new Set<string>();

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  /** The next stream of the chat breaks off after that many events. */
  cutAfter(chatId: string, events: number): void {
    this.#cuts.set(chatId, { after: events });
  }

  /** The next stream of the chat ends, as if whole, without its last event. */
  cutBeforeEnd(chatId: string): void {
    this.#cuts.set(chatId, 'before-end');
  }

  /** The next request about the chat arrives, and its answer is lost. */
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

/** The server writes each event as one piece, so pieces are counted here. */
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
