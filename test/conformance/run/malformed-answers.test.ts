import { describe, expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import type { Wrap } from '../../../src/alterations/alteration.ts';
import { rewriteEvents } from '../../../src/alterations/decorators/rewrite-events.ts';
import { rewriteEverywhere } from '../../../src/alterations/decorators/rewrite-everywhere.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** Programs whose answers all have one fault, with the most requirements that the fault may violate. */
const FAULTS: readonly (readonly [fault: string, change: Wrap, most: number])[] = [
  [
    'whose events have an envelope',
    rewriteEvents(() => (event) => [{ ...event, data: { status: 'success', data: event.data } }]),
    45,
  ],
  [
    'whose ids are strings',
    rewriteEverywhere((value, name) =>
      Number.isInteger(value) && /^id$|_id$/.test(name ?? '') ? String(value) : value,
    ),
    20,
  ],
];

/** How a missing or wrong value looks in a request. The checks of request bodies send wrong values on purpose. */
const UNUSABLE = /undefined|NaN|"(?:\w+_ids)":\["|"model_id":"/;

describe.each(FAULTS)('a server %s', (_, exchange, most) => {
  it('is judged without reusing its wrong values in requests or expectations', async () => {
    const { report, exchanges } = await judgeReference({ checks: CHECKS, decorators: [{ exchange }] });
    const failed = report.requirements.filter(({ status }) => status === 'failed');
    const findings = failed.flatMap((row) => row.findings);
    const sent = exchanges
      .filter(({ check }) => !check.startsWith('requests.'))
      .map(({ request }) => `${request.path} ${Buffer.from(request.body ?? []).toString()}`);

    expect(report.verdict).toBe('nonconformant');
    expect(findings.filter((finding) => JSON.stringify(finding).includes('undefined'))).toEqual([]);
    expect(sent.filter((request) => UNUSABLE.test(request))).toEqual([]);
    expect(failed.length).toBeLessThanOrEqual(most);
  });
});
