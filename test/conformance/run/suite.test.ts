import { expect, it } from 'vitest';
import { costsOf } from '../../../scripts/costs/costs-of.ts';
import { alarmsIn } from '../../../scripts/ledger/judge-reference.ts';
import { wholeRun } from '../../../scripts/ledger/whole-run.ts';
import type { LoggedExchange } from '../../../src/conformance/drive/logged-exchange.ts';
import { measuredCost } from '../../../src/conformance/run/costs.ts';

/** The chats and skills that checks created at the server and never deleted, each with its check. */
function madeAndNotDeleted(exchanges: readonly LoggedExchange[]): string[] {
  const over = exchanges.filter(({ status = 0 }) => status >= 200 && status < 300);
  const deleted = new Set(
    exchanges.flatMap(({ request: { method, path }, status = 0 }) =>
      method === 'DELETE' && (status < 300 || status === 404) ? [path.toLowerCase()] : [],
    ),
  );
  const made = over.flatMap(({ check, request: { method, path }, chunks }) => {
    if (method !== 'POST') return [];
    const [, chat] = /^(\/api\/v1\/chats\/[^/]+)\/messages(\/stream)?$/.exec(path) ?? [];
    if (chat !== undefined) return [{ check, place: chat }];
    if (!/^\/api\/v1\/(chats|skills)$/.test(path)) return [];
    const body = JSON.parse(Buffer.concat(chunks.map(({ bytes }) => bytes)).toString());
    return [{ check, place: `${path}/${body.data.id}` }];
  });
  expect(made.length).toBeGreaterThan(300);
  return [
    ...new Set(
      made
        .filter(({ place }) => !deleted.has(place.toLowerCase()))
        .map(({ check, place }) => `${check} ${place}`),
    ),
  ];
}

it('finds the sound server conformant, and leaves out no check that the server supports', async () => {
  const { report, leftOut, left, exchanges } = await wholeRun();

  expect(alarmsIn(report, ['failed', 'warned'])).toEqual([]);
  expect(report.incomplete).toEqual([]);
  expect(leftOut).toEqual([]);
  expect(left).toEqual([]);
  expect(madeAndNotDeleted(exchanges)).toEqual([]);
  expect(report.verdict).toBe('conformant');
  // `--plan` announces this cost; `npm run costs` measures it again. On a busy machine a check may poll once more.
  const off = Object.entries(costsOf(exchanges)).filter(([id, cost]) => {
    const known = measuredCost(id) ?? cost;
    // Requests are not compared, because a check polls more often on a busy machine.
    return (['turns', 'chats', 'skills'] as const).some((name) => Math.abs(cost[name] - known[name]) > 2);
  });
  expect(off).toEqual([]);
});
