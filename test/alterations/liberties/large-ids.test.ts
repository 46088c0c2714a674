import { describe, expect, it } from 'vitest';
import { alarmsIn, judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { sampled } from '../../../scripts/test/tiers.ts';
import { wireTurnBreakages } from '../../../src/alterations/breakages/wire/turns.ts';
import { withLargeIds } from '../../../src/alterations/liberties/large-ids.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';
import { withLargeIds as profileWithLargeIds } from './large-ids-profile.ts';

/** Checks that wait for minutes run against the sound server only. */
const checks = CHECKS.filter(({ waits = 0 }) => waits < 100_000);
const large = { exchange: withLargeIds() };

describe('a server whose ids are above 2^53', () => {
  it('is conformant, and its report is complete', async () => {
    const { report } = await judgeReference({
      checks: sampled(checks, 12),
      decorators: [large],
      changeProfile: profileWithLargeIds,
    });
    expect(alarmsIn(report, ['failed', 'warned'])).toEqual([]);
    expect([report.verdict, report.incomplete]).toEqual(['conformant', []]);
  });

  it('is found to end a stream with the id of the next turn', async () => {
    const breakage = wireTurnBreakages.find(({ requirement }) => requirement === 'messages.id.equals-start');
    const { report } = await judgeReference({
      checks: checks.filter(({ id }) => id.startsWith('events.')).slice(0, 5),
      decorators: [...(breakage ? [breakage] : []), large],
      changeProfile: profileWithLargeIds,
    });
    expect(alarmsIn(report).join('\n')).toContain('messages.id.equals-start: 1579');
  });
});
