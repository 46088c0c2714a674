import { describe, expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { VACUOUS } from '../../../src/alterations/breakages/vacuous.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';

const checks = CHECKS.filter(({ waits }) => waits === undefined);

describe('a server that does nothing', () => {
  // Side by side: a run against silent streams mostly waits.
  it.concurrent.each(Object.entries(VACUOUS))('is nonconformant: %s', async (_, decorator) => {
    const { report } = await judgeReference({ checks, decorators: [decorator] });
    expect(report.verdict).toBe('nonconformant');
  });
});
