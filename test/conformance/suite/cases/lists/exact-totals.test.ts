import { expect, it } from 'vitest';
import { judgeReference } from '../../../../../scripts/ledger/judge-reference.ts';
import { breakage } from '../../../../../src/alterations/alteration.ts';
import { rewriteLists } from '../../../../../src/alterations/decorators/rewrite-lists.ts';
import { noteRequests } from '../../../../../src/alterations/decorators/rewrite-requests.ts';
import { LARGEST_SIZE } from '../../../../../src/conformance/suite/check-kit/pages.ts';
import { makeSkill } from '../../../../../src/conformance/suite/check-kit/skills.ts';
import { CHECKS } from '../../../../../src/conformance/suite/index.ts';

const countingDeleted = breakage(
  'lists.meta.total',
  'The total of the skills counts those that were deleted.',
  (exchange) => {
    let deleted = 0;
    const noting = noteRequests('deleteSkill', () => {
      deleted += 1;
    });
    const counting = rewriteLists('listSkills', ({ items, page, size }) => ({
      // Without inactive skills, which a total may count.
      data: items.filter(({ is_active }) => is_active).slice((page - 1) * size, page * size),
      total: items.length + deleted,
    }));
    return counting(noting(exchange));
  },
);

it('sees that a total counts deleted skills, even if it counts more than a page holds', async () => {
  const checks = CHECKS.filter(({ id }) => id === 'lists.in-quiet.skills-after-change').map((check) => ({
    ...check,
    // As the other checks of a run do before it.
    async run(...[t]: Parameters<typeof check.run>) {
      for (let made = 0; made < LARGEST_SIZE; made += 1) await t.main.delete((await makeSkill(t)).path);
      await check.run(t);
    },
  }));
  const { report } = await judgeReference({ checks, decorators: [countingDeleted] });
  const total = report.requirements.find(({ id }) => id === 'lists.meta.total');
  expect(total?.status).toBe('failed');
});
