import { describe, expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { VACUOUS } from '../../../src/alterations/breakages/vacuous.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** A part of the suite is enough: no check may be content with such a server. */
const checks = CHECKS.filter(({ waits }, index) => waits === undefined && index % 12 === 0);

describe('a server that does nothing', () => {
  it.each(Object.entries(VACUOUS))('is nonconformant: %s', async (_, decorator) => {
    const { report } = await judgeReference({ checks, decorators: [decorator] });
    expect(report.verdict).toBe('nonconformant');
  });
});
