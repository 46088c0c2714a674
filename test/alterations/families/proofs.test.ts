import { expect, it } from 'vitest';
import { JUDGED_BREAKAGES } from '../../../scripts/ledger/breakages.ts';
import { chooseProofs } from '../../../scripts/ledger/choose-proofs.ts';
import { judgesOf } from '../../../scripts/ledger/judges.ts';
import { readProofs } from '../../../scripts/ledger/proofs.ts';
import { wholeTraffic } from '../../../scripts/ledger/whole-run.ts';
import { NO_TRAFFIC } from '../../../src/alterations/families/traffic.ts';

const ofBreakages = new Set<string>(JUDGED_BREAKAGES.map(({ id }) => id));
const proofs = await chooseProofs(
  readProofs().filter(({ alteration }) => !ofBreakages.has(alteration)),
  ({ alteration, checks }) => [alteration, ...checks],
);
const traffic = proofs.length > 0 ? await wholeTraffic() : NO_TRAFFIC;
const { proof } = judgesOf(() => traffic);

/** These checks find no breakage. The others are in breakages/behaviour.test.ts. */
it.each(proofs.map((each) => [each.alteration, each] as const))(
  'its checks find %s; run `npm run ledger -- --prove`',
  async (_, each) => {
    expect(proof.problemsOf(await proof.judge(each), each)).toEqual([]);
  },
);

it('every check has one proof at most of this kind', () => {
  const checks = readProofs().flatMap(({ alteration, checks }) =>
    ofBreakages.has(alteration) ? [] : checks,
  );
  expect(checks.filter((check, index) => checks.indexOf(check) !== index)).toEqual([]);
});
