import { describe, expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { VACUOUS } from '../../../src/alterations/breakages/vacuous.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';

describe('a server that does nothing', () => {
  it.each(Object.entries(VACUOUS))('is nonconformant: %s', async (_, decorator) => {
    const { report } = await judgeReference({ checks: CHECKS, decorators: [decorator] });
    expect(report.verdict).toBe('nonconformant');
  });
});
