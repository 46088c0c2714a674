import { describe, expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { VACUOUS } from '../../../src/alterations/breakages/vacuous.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';

/** A part of the suite is enough: no check may be content with such a server for long. */
const checks = CHECKS.filter(({ waits }, index) => waits === undefined && index % 4 === 0);

/** Here every check waits for the whole limit of an idle stream. */
const ONLY_WAITS = 'silent streams';
const SHORT_LIMITS = { ...DRIVE_LIMITS, idle: 3000 };

describe('a server that does nothing', () => {
  // Side by side: a run against silent streams mostly waits.
  it.concurrent.each(Object.entries(VACUOUS))('is nonconformant: %s', async (name, decorator) => {
    const limits = name === ONLY_WAITS ? SHORT_LIMITS : DRIVE_LIMITS;
    const { report } = await judgeReference({ checks, decorators: [decorator], limits });
    expect(report.verdict).toBe('nonconformant');
  });
});
