import { areaOf } from '../../../src/conformance/report/area.ts';
import type { FamilyResult, SectionResult } from '../../ledger/families/summarise.ts';
import { countFirstFindings } from '../../ledger/first-findings.ts';
import type { Ledger } from '../../ledger/ledger-file.ts';
import { code, filterable, folded, foldedGroups, list, parts, row, section, table } from '../markdown.ts';
import type { Page } from '../page.ts';
import type { Check, Sources } from '../sources.ts';

/** How to have a server judged, the checks, and the proof that the suite detects errors. */
export function conformancePages(sources: Sources): readonly Page[] {
  return [ledger(sources), checks(sources)];
}

function ledger({ requirements, suite }: Sources): Page {
  const areas = [...Map.groupBy(requirements, ({ id }) => areaOf(id)).keys()];
  return {
    path: 'conformance/ledger',
    title: 'The ledger',
    description:
      'The proof of the suite: every misbehaviour that it must notice, and every faithful server that it must not blame.',
    body: parts(
      'A **breakage** makes the reference server break one requirement, and the suite must report that requirement. A **variant** makes it follow another reading of an [open point](/open-points/), and the suite must report nothing. The [guide](/guides/ledger/) says how the ledger is made, and what it proves.',
      suite.ledger === undefined ? undefined : results(suite.ledger),
      section(
        '## By area',
        table(
          ['Area', 'Requirements', 'Breakages'],
          areas.map((area) => [
            `[${area}](/requirements/${area}/)`,
            String(requirements.filter((row) => areaOf(row.id) === area).length),
            String(suite.breakages.filter(({ of }) => areaOf(of) === area).length),
          ]),
        ),
      ),
      section(
        '## Variants',
        filterable(
          'variants',
          [],
          folded(
            `${suite.variants.length} variants`,
            parts(...suite.variants.map(({ id, behaviour }) => row({}, `${code(id)} ${behaviour}`))),
          ),
        ),
      ),
    ),
  };
}

/** The findings of the last ledger run. */
function results({ breakages, combinations, families, problems, sample }: Ledger): string {
  const { runs, right, inFirstBlock, median, ninetieth, most } = countFirstFindings(sample);
  const row = ({ family, sections }: FamilyResult) => {
    const sum = (count: (result: SectionResult) => number) =>
      String(sections.reduce((all, each) => all + count(each), 0));
    return [
      family,
      sum(({ generated }) => generated),
      sum(({ caught }) => caught),
      ...(['open', 'unstated', 'equivalent'] as const).map((reason) =>
        sum(({ survived }) => survived[reason] ?? 0),
      ),
    ];
  };
  return parts(
    section(
      '## Results',
      list([
        `${breakages.filter(({ isCaught }) => isCaught).length} of ${breakages.length} breakages of behaviour are reported under their requirement.`,
        `${combinations.length} servers with several variants were judged.`,
        `The whole suite judged ${runs} breakages. ${right} reports name the broken requirement first, and ${inFirstBlock} name it in their first block. A report names ${median} requirements in the median, ${ninetieth} at the 90th percentile, and ${most} at most.`,
        problems.length === 0 ? 'Nothing is unexplained.' : `${problems.length} results are unexplained.`,
      ]),
    ),
    section(
      '## Generated alterations',
      table(['Family', 'Generated', 'Caught', 'Open', 'Unstated', 'Equivalent'], families.map(row)),
    ),
  );
}

function checks({ suite }: Sources): Page {
  return {
    path: 'conformance/checks',
    title: 'The checks',
    isWide: true,
    description: 'Every check of the suite, with the requirements that it verifies and what its run needs.',
    body: parts(
      'A check creates a situation on a live server and verifies the result. `conversation-api check URL --only ID` runs a single check. The [profile](/guides/profile/) of a server says which needs it meets.',
      filterable(
        'checks',
        [{ label: 'Needs', values: [...new Set(suite.checks.flatMap(({ needs }) => needs))].sort() }],
        foldedGroups(
          [...Map.groupBy(suite.checks, ({ id }) => areaOf(id))].map(([area, ofArea]) => [
            area,
            ofArea.map(checkRow),
          ]),
        ),
      ),
    ),
  };
}

function checkRow({ id, requirements, needs }: Check): string {
  const verifies = `verifies ${requirements.map(code).join(', ')}`;
  const asks = needs.length === 0 ? '' : `; needs ${needs.map((need) => `<code>${need}</code>`).join(', ')}`;
  return row({ id, needs: needs.join('|') }, `<code>${id}</code> <small>${verifies}${asks}</small>`);
}
