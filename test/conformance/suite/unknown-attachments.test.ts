import { expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { turnAttachmentBreakages } from '../../../src/alterations/breakages/turns/attachments.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

const UNKNOWN = 'turns.attachments.unknown-refused';
const checks = CHECKS.filter(({ requirements }) => requirements.includes(UNKNOWN));

// Whether such a turn carries agents is open as well, so no must may fail.
it.each(turnAttachmentBreakages)('gives a server only warnings for this: $behaviour', async (breakage) => {
  const { report } = await judgeReference({ checks, decorators: [breakage] });
  const violated = report.requirements.filter(({ violations }) => violations > 0);
  expect(violated.map(({ id, status }) => `${id}: ${status}`)).toEqual([`${UNKNOWN}: warned`]);
});
