import { code } from '../portal/markdown.ts';
import { collateralRule } from './collateral.ts';
import type { Ledger } from './ledger-file.ts';

/** Renders docs/ledger-collateral.md. */
export function renderCollateralPage(ledger: Ledger): string {
  return `# Collateral of the ledger

What the suite reports besides the broken requirement ([ledger.md](ledger.md)). Often another requirement describes the same behaviour.
scripts/ledger/collateral.yaml has the reasons.

| breakage | also violates | reason |
| --- | --- | --- |
${renderCollateral(ledger)}
`;
}

function renderCollateral({ matrix }: Ledger): string {
  const rows = matrix.flatMap(({ breakage, others }) => {
    const reasons = Map.groupBy(others, (row) => collateralRule(breakage, row)?.reason ?? 'unknown');
    return [...reasons].map(
      ([reason, ids]) => `| ${code(breakage)} | ${ids.map(code).join(', ')} | ${reason} |`,
    );
  });
  return rows.sort().join('\n');
}
