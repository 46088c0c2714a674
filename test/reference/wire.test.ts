import { beforeAll, describe, expect, it } from 'vitest';
import { exercisedRows, type FinishedExchange, followExchanges } from './harness/judged-fetch.ts';
import { tour } from './harness/tour.ts';
import { useServer } from './harness/use-server.ts';
import { listWireRows } from './harness/wire-rows.ts';

const server = useServer();

/** The harness checks each message against the contract and records the requirements it covered. */
describe('the messages of the server', () => {
  const exchanges: FinishedExchange[] = [];
  beforeAll(async () => {
    followExchanges((exchange) => exchanges.push(exchange));
    await tour(server).finally(() => followExchanges());
  });

  it('carry every part of the contract that a requirement owns', () => {
    const unseen = listWireRows().filter(({ id }) => !exercisedRows.has(id));
    expect(unseen.map(({ id }) => id)).toEqual([]);
  });

  // A witness besides the suite, which was developed together with the server.
  it('are those that were read and found right; `npm test -- test/reference/wire -u` writes them anew', async () => {
    const text = exchanges.map(describeExchange).join('\n');
    await expect(withStableIds(text)).toMatchFileSnapshot('./wire.golden.txt');
  });
});

function describeExchange({ method, path, status, text }: FinishedExchange): string {
  return `${method} ${path} → ${status}\n${text.trim()}\n`;
}

/** Random ids become numbers in the order in which they appear. */
function withStableIds(text: string): string {
  const numbers = new Map<string, number>();
  return text.replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, (id) => {
    numbers.set(id, numbers.get(id) ?? numbers.size + 1);
    return `uuid-${numbers.get(id)}`;
  });
}
