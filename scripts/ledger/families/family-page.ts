import type { Ledger } from '../ledger-file.ts';
import type { FamilyResult, SectionResult } from './summarise.ts';
import { readSurvivors } from './survivors.ts';

/** Renders the part of docs/ledger.md about the generated alterations; empty until they have been judged. */
export function renderFamilies({ families = [] }: Ledger): string {
  if (families.length === 0) return '';
  return `## Generated alterations

The contract and the traffic of a sound run generate these alterations: each operator at each place that the run showed. A place is
an operation, a situation and a member, such as \`listChats@later-page:data[].name\`. The suite finds the altered server
nonconformant, or scripts/ledger/survivors.yaml says why it cannot: the contract leaves the point open, no statement speaks of the
value, or the altered server is equivalent to the sound one.

| family | operation | generated | caught | open | unstated | equivalent |
| --- | --- | --- | --- | --- | --- | --- |
${families.flatMap(renderFamily).join('\n')}

### Survivors

| family | alterations | count | reason | why |
| --- | --- | --- | --- | --- |
${families.flatMap(renderSurvivors).join('\n')}
`;
}

function renderFamily({ family, sections }: FamilyResult): string[] {
  const row = (name: string, section: string, results: readonly SectionResult[]) => {
    const sum = (count: (result: SectionResult) => number) =>
      results.reduce((all, each) => all + count(each), 0);
    const cells = [
      name,
      section,
      sum(({ generated }) => generated),
      sum(({ caught }) => caught),
      ...(['open', 'unstated', 'equivalent'] as const).map((reason) =>
        sum(({ survived }) => survived[reason] ?? 0),
      ),
    ];
    return `| ${cells.join(' | ')} |`;
  };
  return [
    row(`**${family}**`, '', sections),
    ...sections.map((section) => row('', `\`${section.section}\``, [section])),
  ];
}

function renderSurvivors({ family, survivors }: FamilyResult): string[] {
  const entries = readSurvivors();
  return survivors.map(({ entry, count, reason, point }) => {
    const because = entries.find(({ ids }) => ids[0] === entry)?.because ?? '';
    return `| ${family} | \`${entry}\` | ${count} | ${reason}${point ? ` (${point})` : ''} | ${because} |`;
  });
}
