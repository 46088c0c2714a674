import { CHECKS } from '../../src/conformance/checks/index.ts';
import { code } from '../portal/markdown.ts';
import type { Ledger } from './ledger-file.ts';

/** Renders docs/ledger-checks.md. */
export function renderChecksPage(ledger: Ledger): string {
  return `# Checks of the ledger

Each check with the requirements that it verifies and the breakages that it catches ([ledger.md](ledger.md)). A check that catches none of
those has a generated alteration in their place. \`npm test\` runs each check against what it catches.

| check | requirements | what it catches |
| --- | --- | --- |
${renderChecks(ledger)}
`;
}

function renderChecks({ matrix, proofs }: Ledger): string {
  const rows = CHECKS.map(({ id, requirements }) => {
    const caught = [
      ...matrix.filter(({ caughtBy }) => caughtBy.includes(id)).map(({ breakage }) => breakage),
      ...proofs.filter(({ checks }) => checks.includes(id)).map(({ alteration }) => alteration),
    ];
    return `| ${code(id)} | ${requirements.map(code).join(', ')} | ${caught.map(code).join(', ')} |`;
  });
  return rows.sort().join('\n');
}
