import type { HttpRequest } from '../../reference/http/exchange.ts';
import type { Wrap } from '../alteration.ts';
import { rewriteEverywhere } from '../decorators/rewrite-everywhere.ts';

/** Added to each id. It is odd and above 2^53, where a `number` holds only even integers: half of the ids are rounded by a client that uses it. */
export const ID_OFFSET = 15_793_596_800_000_001n;
/** Ids within this distance of the offset are those of this server. */
const MOST_IDS = 10_000_000_000n;

const ID_NAME = /^(?:.*_)?ids?$/;
const DIGITS = /\b1579\d{13}\b/g;
const CITATION = /(?<=\{\{[a-z]+:)\d+(?=\}\})/g;

/**
 * Moves all ids of the service above 2^53, in whatever a client sees: the document calls them integers and names no bound. Texts that a client
 * sent come back as it sent them.
 */
export function withLargeIds(): Wrap {
  /** What clients sent, by what the service read instead. */
  const sent = new Map<string, string>();
  const answers = rewriteEverywhere((value, name) => {
    if (typeof value === 'string') return sent.get(value) ?? value.replaceAll(CITATION, enlarge);
    if (name === undefined || !ID_NAME.test(name)) return value;
    return Array.isArray(value) ? value.map(largeId) : largeId(value);
  });
  return (exchange) => answers((request) => exchange(withSmallIds(request, sent)));
}

function withSmallIds(request: HttpRequest, sent: Map<string, string>): HttpRequest {
  const text = request.body?.toString() ?? '';
  const small = text.replaceAll(DIGITS, reduce);
  if (small !== text) noteTexts(text, sent);
  return {
    ...request,
    path: Object.fromEntries(
      Object.entries(request.path).map(([name, value]) => [name, value.replaceAll(DIGITS, reduce)]),
    ),
    body: request.body && Buffer.from(small),
  };
}

function noteTexts(body: string, sent: Map<string, string>): void {
  try {
    for (const text of Object.values(JSON.parse(body) as object)) {
      if (typeof text === 'string') sent.set(text.replaceAll(DIGITS, reduce), text);
    }
  } catch {
    // The service refuses what is not JSON.
  }
}

/** A number that JSON.stringify writes with all of its digits. */
function largeId(id: unknown): unknown {
  if (!Number.isInteger(id) || Number(id) < 1) return id;
  return (JSON as unknown as { rawJSON(text: string): object }).rawJSON(enlarge(String(id)));
}

function enlarge(digits: string): string {
  return String(BigInt(digits) + ID_OFFSET);
}

function reduce(digits: string): string {
  const id = BigInt(digits) - ID_OFFSET;
  return id > 0n && id < MOST_IDS ? String(id) : digits;
}
