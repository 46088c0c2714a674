import { countFirstFindings } from './first-findings.ts';
import type { Cost, Ledger } from './ledger-file.ts';

/** Describes a run of the ledger: what it cost in all, how precise the reports are, and what became of the generated alterations. */
export function describeLedger(ledger: Ledger): string {
  const { seconds, sample, families, problems } = ledger;
  const { runs, right, amongThree, median, ninetieth, most } = countFirstFindings(sample);
  return [
    `all: ${seconds} s of processor time, with the sound run and the start of the threads`,
    '',
    `first finding: names the broken requirement in ${right} of ${runs} whole runs, and the first three in ${amongThree}`,
    `requirements reported by a whole run: median ${median}, 90th percentile ${ninetieth}, maximum ${most}`,
    '',
    ...families.map(({ family, sections }) => {
      const sum = (count: (section: (typeof sections)[number]) => number) =>
        sections.reduce((all, section) => all + count(section), 0);
      return `${family}: ${sum(({ caught }) => caught)} of ${sum(({ generated }) => generated)} caught`;
    }),
    '',
    problems.length === 0 ? 'nothing is unexplained' : `${problems.length} problems`,
  ].join('\n');
}

/** Describes what one kind of servers cost: their number, the time of each, and the sum. */
export function describeCost({ kind, servers, seconds }: Cost): string {
  const each = servers === 0 ? 0 : Math.round((seconds / servers) * 1000);
  return `${kind}: ${servers} servers x ${each} ms = ${seconds} s`;
}
