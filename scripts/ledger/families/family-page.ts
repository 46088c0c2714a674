import type { Ledger } from '../ledger-file.ts';
import type { FamilyResult, SectionResult } from './summarise.ts';
import { readSurvivors } from './survivors.ts';

/** Renders the part of docs/ledger.md about the generated alterations; empty until they have been judged. */
export function renderFamilies({ families = [] }: Ledger): string {
  if (families.length === 0) return '';
  return `## Generated alterations

The contract and the traffic of a sound run generate these alterations: each operator at each place that the run showed. A place is
an operation, a situation and a member, such as \`listChats@later-page:data[].name\`. The suite finds the altered server
nonconformant, by a check that looks at the place, or scripts/ledger/survivors.yaml says why it cannot: the contract leaves the
point open, no statement speaks of the value, or the altered server is equivalent to the sound one.

| family | operation | generated | caught | open | unstated | equivalent |
| --- | --- | --- | --- | --- | --- | --- |
${families.flatMap(renderFamily).join('\n')}

### Survivors

| family | alterations | count | reason | why |
| --- | --- | --- | --- | --- |
${families.flatMap(renderSurvivors).join('\n')}
`;
}

/** The numbers of all families together, each with its name; none until they have been judged. */
export function numbersOfFamilies({ families = [] }: Ledger): (readonly [string, number])[] {
  if (families.length === 0) return [];
  const [generated, caught, open, unstated, equivalent] = sumsOf(
    families.flatMap(({ sections }) => sections),
  );
  return [
    ['generated alterations', generated],
    ['of these caught', caught],
    ['of these about something that is open or unstated', open + unstated],
    ['of these without an effect on the wire', equivalent],
  ];
}

function renderFamily({ family, sections }: FamilyResult): string[] {
  const row = (name: string, section: string, results: readonly SectionResult[]) =>
    `| ${[name, section, ...sumsOf(results)].join(' | ')} |`;
  return [
    row(`**${family}**`, '', sections),
    ...sections.map((section) => row('', `\`${section.section}\``, [section])),
  ];
}

/** How many alterations were generated and caught, and how many survived for each reason. */
function sumsOf(results: readonly SectionResult[]): readonly [number, number, number, number, number] {
  const sum = (count: (result: SectionResult) => number) =>
    results.reduce((all, each) => all + count(each), 0);
  return [
    sum(({ generated }) => generated),
    sum(({ caught }) => caught),
    sum(({ survived }) => survived.open ?? 0),
    sum(({ survived }) => survived.unstated ?? 0),
    sum(({ survived }) => survived.equivalent ?? 0),
  ];
}

function renderSurvivors({ family, survivors }: FamilyResult): string[] {
  const entries = readSurvivors();
  return survivors.map(({ entry, count, reason, point }) => {
    const because = entries.find(({ ids }) => ids[0] === entry)?.because ?? '';
    return `| ${family} | \`${entry}\` | ${count} | ${reason}${point ? ` (${point})` : ''} | ${because} |`;
  });
}
