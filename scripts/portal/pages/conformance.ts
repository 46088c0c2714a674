import { areaOf } from '../../../src/conformance/report/area.ts';
import { code, filterable, parts, section, table } from '../markdown.ts';
import type { Page } from '../page.ts';
import type { Breakage, Sources } from '../sources.ts';

/** How to have a server judged, the checks, and the proof that the suite notices what is wrong. */
export function conformancePages(sources: Sources): readonly Page[] {
  return [ledger(sources), checks(sources)];
}

function ledger({ requirements, suite }: Sources): Page {
  const areas = [...Map.groupBy(requirements, ({ id }) => areaOf(id)).keys()];
  const caught = suite.breakages.filter(isCaught);
  return {
    path: 'conformance/ledger',
    title: 'The ledger',
    description:
      'The proof of the suite: every misbehaviour that it must notice, and every faithful server that it must not blame.',
    body: parts(
      'The suite ran against the reference server once with each breakage and with each variant. A **breakage** makes the server break one requirement, and the suite must report that requirement. A **variant** makes the server follow another reading of an [open point](/open-points/), and the suite must report nothing.',
      table(
        ['Kind', 'Number', 'As expected'],
        [
          ['breakages', String(suite.breakages.length), String(caught.length)],
          ['variants', String(suite.variants.length), String(suite.variants.length)],
          ['checks', String(suite.checks.length), ''],
        ],
      ),
      '`conversation-api serve --break ID` starts a server with a breakage, and `--variant ID` one with a variant. Each requirement lists its breakages.',
      section(
        '## By area',
        table(
          ['Area', 'Requirements', 'Breakages', 'Caught'],
          areas.map((area) => {
            const ofArea = suite.breakages.filter(({ of }) => areaOf(of) === area);
            return [
              `[${area}](/requirements/${area}/)`,
              String(requirements.filter((row) => areaOf(row.id) === area).length),
              String(ofArea.length),
              String(ofArea.filter(isCaught).length),
            ];
          }),
        ),
      ),
      section(
        '## Variants',
        filterable(
          'variants',
          [],
          table(
            ['Variant', 'What the server does'],
            suite.variants.map(({ id, behaviour }) => [code(id), behaviour]),
          ),
        ),
      ),
    ),
  };
}

function isCaught({ proof }: Breakage): boolean {
  return proof.kind !== 'missing';
}

function checks({ suite }: Sources): Page {
  return {
    path: 'conformance/checks',
    title: 'The checks',
    isWide: true,
    description: 'Every check of the suite, with the requirements that it verifies and what its run needs.',
    body: parts(
      'A check brings about a situation on a live server and verifies what must come of it. `conversation-api check URL --only ID` runs one alone. The [profile](/guides/profile/) of a server says which needs it meets.',
      filterable(
        'checks',
        ['Needs'],
        table(
          ['Check', 'Verifies', 'Needs'],
          suite.checks.map(({ id, requirements, needs }) => [
            `<a id="${id}"></a><code>${id}</code>`,
            requirements.map(code).join(', '),
            needs.map((need) => `<code>${need}</code>`).join(', '),
          ]),
        ),
      ),
    ),
  };
}
