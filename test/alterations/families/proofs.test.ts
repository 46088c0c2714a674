import { expect, it } from 'vitest';
import { chooseProofs } from '../../../scripts/ledger/choose-proofs.ts';
import { judgesOf } from '../../../scripts/ledger/judges.ts';
import { isOfBreakage, readProofs } from '../../../scripts/ledger/proofs.ts';
import { wholeTraffic } from '../../../scripts/ledger/whole-run.ts';
import { NO_TRAFFIC } from '../../../src/alterations/families/traffic.ts';

const proofs = await chooseProofs(
  readProofs().filter((proof) => !isOfBreakage(proof)),
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
  const checks = readProofs().flatMap((proof) => (isOfBreakage(proof) ? [] : proof.checks));
  expect(checks.filter((check, index) => checks.indexOf(check) !== index)).toEqual([]);
});
