import { mediaTypeOf } from '../judge/headers.ts';
import { matchOperation } from '../judge/operations.ts';

const LONGEST_NAME = 40;
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/** The head of a request. */
interface Asked {
  readonly method: string;
  readonly path: string;
}

/** The head of a response. */
interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The status of a response without a head: its connection broke. */
export const NO_STATUS = 0;

/** What an answer looks like to a reader: `502, text/html, nginx`. */
export function describeHead({ status, headers }: Head): string {
  if (status === NO_STATUS) return 'a broken connection';
  const type = mediaTypeOf(headers).slice(0, LONGEST_NAME);
  const server = headers.server?.slice(0, LONGEST_NAME);
  return [String(status), type || 'no media type', ...(server === undefined ? [] : [server])].join(', ');
}

export function operationOf({ method, path }: Asked): string {
  return matchOperation(method, path)?.operation.operationId ?? 'other';
}

/** The operation that got an answer, with what the answer looks like. */
export function kindOf(request: Asked, head: Head): string {
  return `${operationOf(request)} ${describeHead(head)}`;
}

/** Whether an answer asks to send the request again later, which a run does. */
export function asksToWait({ status, headers }: Head): boolean {
  return status === TOO_MANY_REQUESTS || (status === UNAVAILABLE && headers['retry-after'] !== undefined);
}

/** Counts the answers that did not come from the service. */
export class Strangers {
  readonly #counts = new Map<string, { readonly head: Head; count: number }>();
  readonly #waits = new Map<string, number>();

  /** Counts an answer after which the run waited, and sent the request again. */
  noteWait(head: Head): void {
    const name = describeHead(head);
    this.#waits.set(name, (this.#waits.get(name) ?? 0) + 1);
  }

  note(request: Asked, head: Head): void {
    const kind = kindOf(request, head);
    const known = this.#counts.get(kind) ?? { head, count: 0 };
    known.count += 1;
    this.#counts.set(kind, known);
  }

  /** Forgets the answers of a kind, since the service gives them itself. */
  acquit(kind: string): void {
    this.#counts.delete(kind);
  }

  /** Why the run is incomplete; undefined if it met no stranger, or only such as asked to wait. */
  get reason(): string | undefined {
    const counts = new Map<string, number>();
    for (const { head, count } of this.#counts.values())
      counts.set(describeHead(head), (counts.get(describeHead(head)) ?? 0) + count);
    return counts.size === 0
      ? undefined
      : `something between the suite and the service gave ${list(counts)}; the run repeated what met them`;
  }

  /** What the run waited for, in one sentence; empty if for nothing. */
  get remarks(): readonly string[] {
    return this.#waits.size === 0 ? [] : [`the run was asked to wait: ${list(this.#waits)}`];
  }
}

const MOST_KINDS = 5;

function list(counts: ReadonlyMap<string, number>): string {
  const most = [...counts].toSorted(([, one], [, other]) => other - one);
  const named = most.slice(0, MOST_KINDS).map(([name, count]) => `${count} × ${name}`);
  const others = most.slice(MOST_KINDS).reduce((sum, [, count]) => sum + count, 0);
  return `${named.join('; ')}${others > 0 ? `; ${others} others` : ''}`;
}
