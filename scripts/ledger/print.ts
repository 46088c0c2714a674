import { countFirstFindings } from './first-findings.ts';
import type { Cost, Ledger } from './ledger-file.ts';

/** Summarises a ledger run: its total cost, the precision of the reports, and the results for the generated alterations. */
export function describeLedger(ledger: Ledger): string {
  const { seconds, sample, families, problems } = ledger;
  const { runs, right, inFirstBlock, amongThree, median, ninetieth, most } = countFirstFindings(sample);
  return [
    `all: ${seconds} s of processor time, with the sound run and the start of the threads`,
    '',
    `first finding: names the broken requirement in ${right} of ${runs} whole runs`,
    `first block, with what follows: names it in ${inFirstBlock}, and the first three in ${amongThree}`,
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

/** Describes the cost of one kind of servers: how many there were, the time per server, and the total. */
export function describeCost({ kind, servers, seconds }: Cost): string {
  const each = servers === 0 ? 0 : Math.round((seconds / servers) * 1000);
  return `${kind}: ${servers} servers x ${each} ms = ${seconds} s`;
}
