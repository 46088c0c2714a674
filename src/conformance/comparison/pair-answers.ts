import { createHash } from 'node:crypto';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { Seen } from '../readings/seen.ts';
import { outlineOf, outlineOfRequest, write } from './outline.ts';

/** An answer, with a hash that is the same for answers that show the same: the outlines of two whole runs would take much memory. */
interface Shown {
  readonly exchange: LoggedExchange;
  readonly hash: string;
}

/** Answers of two servers to the same request of the same check. */
export interface Pair {
  readonly check: string;
  /** The check, and what was asked for. */
  readonly request: string;
  readonly one: Shown;
  readonly other: Shown;
}

/** The answers of a run, by the check and by what it asked for. */
export type Answers = ReadonlyMap<string, readonly Shown[]>;

/** Sorts the answers of a run by the check and by what it asked for. */
export function byRequest(exchanges: readonly LoggedExchange[]): Answers {
  const answers = new Map<string, Shown[]>();
  for (const exchange of exchanges) {
    // Nothing is known of an answer that did not come.
    if (exchange.status === undefined) continue;
    const seen = new Seen(exchange);
    const outline = [...outlineOf(seen)].map(([place, values]) => [place, write(values)]).sort();
    const hash = createHash('sha256').update(JSON.stringify(outline)).digest('base64');
    const request = `${exchange.check}\n${outlineOfRequest(seen)}`;
    const known = answers.get(request);
    if (known) known.push({ exchange, hash });
    else answers.set(request, [{ exchange, hash }]);
  }
  return answers;
}

/**
 * Finds for each answer the one of the other run to the same request. A check may ask several times, until something changes or several times
 * at once, so answers that show the same are counterparts first, and the rest in their order.
 */
export function pairUp(
  ones: Answers,
  others: Answers,
): { readonly pairs: readonly Pair[]; readonly equal: readonly Pair[] } {
  const equal: Pair[] = [];
  const pairs = [...ones].flatMap(([request, answers]) => {
    const left = [...(others.get(request) ?? [])];
    const unmatched = answers.filter((one) => {
      const index = left.findIndex(({ hash }) => hash === one.hash);
      const other = left[index];
      if (!other) return true;
      left.splice(index, 1);
      equal.push({ check: one.exchange.check, request, one, other });
      return false;
    });
    return unmatched.flatMap((one, index) => {
      const other = left[index];
      return other ? [{ check: one.exchange.check, request, one, other }] : [];
    });
  });
  return { pairs, equal };
}
