import { hasRejected } from '../shape/rejected.ts';
import type { Report, SentRequest } from './sent-request.ts';

/** The turn of the first send with a key, and the exchange that showed it. */
interface FirstSend {
  readonly id: unknown;
  readonly exchange: number;
}

/** Which turn each idempotency key stands for: a send that repeats a key shows the turn of the first send with it. */
export class SendBook {
  readonly #report: Report;
  /** The turn of each send to a chat, by credential, operation and key; undefined until it has succeeded. */
  readonly #sends = new Map<string, Map<string, FirstSend | undefined>>();
  /** The open exchanges that repeat a key. */
  readonly #replays = new Set<number>();

  constructor(report: Report) {
    this.#report = report;
  }

  begin(request: SentRequest): void {
    const [sends, name] = [this.#sendsTo(request), nameOf(request)];
    if (sends.has(name)) this.#replays.add(request.exchange);
    else sends.set(name, undefined);
  }

  isReplay(exchange: number): boolean {
    return this.#replays.has(exchange);
  }

  /** A send shows the outcome of its turn, the same one each time it is repeated. */
  show(request: SentRequest, id: unknown, pointer: string): void {
    if (hasRejected(id)) return;
    const [sends, name] = [this.#sendsTo(request), nameOf(request)];
    const first = sends.get(name);
    if (first === undefined && id !== undefined && id !== null)
      sends.set(name, { id, exchange: request.exchange });
    if (first === undefined || first.id === id) return;
    const isStream = request.operation === 'streamMessage';
    this.#report(
      isStream ? 'idempotency.replay.stream-redelivers' : 'idempotency.replay.not-rerun',
      request,
      {
        pointer,
        expected: `the turn ${first.id}, as the first send with this key`,
        actual: String(id),
        others: [first.exchange],
      },
    );
  }

  end(exchange: number): void {
    this.#replays.delete(exchange);
  }

  /** A chat is deleted. What its keys stand for then is open. */
  forget(chatId: string): void {
    this.#sends.delete(chatId);
  }

  #sendsTo({ parameter }: SentRequest): Map<string, FirstSend | undefined> {
    let sends = this.#sends.get(parameter);
    if (!sends) {
      sends = new Map();
      this.#sends.set(parameter, sends);
    }
    return sends;
  }
}

/** A key is only certain to be known to the operation that it was used with. */
function nameOf({ actor, operation, key }: SentRequest): string {
  return `${actor} ${operation} ${key}`;
}
