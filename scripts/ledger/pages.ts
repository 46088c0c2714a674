import { renderChecksPage } from './checks-page.ts';
import { renderCollateralPage } from './collateral-page.ts';
import type { Ledger } from './ledger-file.ts';
import { renderLedger } from './ledger-page.ts';

interface Page {
  readonly file: URL;
  render(ledger: Ledger): string;
}

/** The pages that show the ledger. Only the first one is in the package. */
export const PAGES: readonly Page[] = [
  { file: new URL('../../docs/ledger.md', import.meta.url), render: renderLedger },
  { file: new URL('../../docs/ledger-checks.md', import.meta.url), render: renderChecksPage },
  { file: new URL('../../docs/ledger-collateral.md', import.meta.url), render: renderCollateralPage },
];
