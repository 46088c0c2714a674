import { objectIn } from '../drive/exchange-body.ts';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { LISTS, matchOperation } from '../judge/operations.ts';
import { isSuccessStatus } from '../judge/status.ts';
import type { Symptom } from './symptom.ts';

/** The size of a page for which no request asks. */
const DEFAULT_SIZE = 50;
/** Answers of the same length that are enough. */
const ENOUGH = 3;

/** A page of a list. */
interface Page {
  readonly exchange: number;
  readonly operation: string;
  readonly items: number;
  /** The most items that its request asked for. */
  readonly size: number;
  /** Counts from 1. */
  readonly page: number;
}

/** Finds out whether several lists end at the same number of items, although their requests asked for more. */
export function findCap(exchanges: readonly LoggedExchange[]): Symptom | undefined {
  const pages = exchanges.flatMap(readPage);
  const longest = Math.max(0, ...pages.map(({ items }) => items));
  const cut = pages.filter(({ items, size }) => items === longest && items < size);
  const operations = new Set(cut.map(({ operation }) => operation));
  if (longest === 0 || cut.length < ENOUGH || operations.size < 2) return undefined;
  const later = pages.filter(({ page, operation }) => page > 1 && operations.has(operation));
  const explained = new Set([...cut, ...later].map(({ exchange }) => exchange));
  return {
    text: `no list has more than ${longest} items, whatever size its request asks for`,
    exchanges: cut.map(({ exchange }) => exchange),
    explains: ({ exchange = -1 }) => explained.has(exchange),
  };
}

function readPage(exchange: LoggedExchange): Page[] {
  const { request, status = 0, number } = exchange;
  const operation = matchOperation(request.method, request.path)?.operation.operationId;
  if (!LISTS.some((id) => id === operation) || !isSuccessStatus(status)) return [];
  const { data } = objectIn(exchange);
  if (!Array.isArray(data)) return [];
  const query = new URLSearchParams(request.path.split('?')[1]);
  const size = Number(query.get('size') ?? DEFAULT_SIZE);
  const page = Number(query.get('page') ?? 1);
  return [{ exchange: number, operation: `${operation}`, items: data.length, size, page }];
}
