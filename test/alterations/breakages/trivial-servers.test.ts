import { describe, expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { sampled } from '../../../scripts/test/tiers.ts';
import { TRIVIAL_SERVERS } from '../../../src/alterations/breakages/trivial-servers.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** Part of the suite is enough, since no check may accept such a server. */
const part = CHECKS.filter(({ waits }, index) => waits === undefined && index % 4 === 0);
const checks = sampled(part, 3);

describe('a server that does nothing', () => {
  it.each(Object.entries(TRIVIAL_SERVERS))('is nonconformant: %s', async (_, decorator) => {
    const { report } = await judgeReference({ checks, decorators: [decorator] });
    expect(report.verdict).toBe('nonconformant');
  });
});
