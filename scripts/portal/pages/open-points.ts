import type { OpenPoint } from '../contract.ts';
import { code, filterable, foldedGroups, list, parts, row, section, table } from '../markdown.ts';
import type { Page } from '../page.ts';
import { requirementRows } from '../requirement-rows.ts';
import type { Sources } from '../sources.ts';

/** The table of all open points, and a page for each. */
export function openPointPages(sources: Sources): readonly Page[] {
  return [overview(sources), ...sources.openPoints.map((point) => page(point, sources))];
}

function overview({ openPoints }: Sources): Page {
  return {
    path: 'open-points',
    title: 'Open points',
    label: 'All open points',
    description:
      'Places where the service description is silent, unclear or contradicts itself, and how each is treated.',
    isWide: true,
    body: parts(
      'An open point is a place where the service description is silent (a gap), where two of its sentences cannot both hold (a contradiction), where both can be followed only with care (a tension), or where its wording allows several meanings (unclear). The weight says what a wrong guess costs.',
      filterable(
        'open points',
        [
          { label: 'Area', values: valuesOf(openPoints, 'area') },
          { label: 'Weight', values: valuesOf(openPoints, 'weight') },
          { label: 'Kind', values: valuesOf(openPoints, 'kind') },
        ],
        foldedGroups(
          valuesOf(openPoints, 'area').map((area) => [
            area,
            openPoints.filter((each) => each.area === area).map(overviewRow),
          ]),
        ),
      ),
    ),
  };
}

function overviewRow({ id, title, area, weight, kind }: OpenPoint): string {
  return row({ area, weight, kind }, `${id} ${title} <small>${kind}, weight ${weight}</small>`);
}

function valuesOf(points: readonly OpenPoint[], member: 'area' | 'weight' | 'kind'): readonly string[] {
  return [...new Set(points.map((point) => point[member]))];
}

function page(point: OpenPoint, sources: Sources): Page {
  const { id, title, kind, weight, sections, question, readings, contract, suite } = point;
  const variants = sources.suite.variants.filter(({ of }) => of === id);
  const touched = sources.requirements.filter(({ openPoints = [] }) => openPoints.includes(id));
  return {
    path: `open-points/${id}`,
    title: `${id} ${title}`,
    label: id,
    description: question,
    body: parts(
      `<p class="facts">${kind}, weight ${weight}, section ${sections.join(', ')} of the service description</p>`,
      question,
      section(
        '## Readings',
        readings.length === 0
          ? 'None: the service description only mentions it.'
          : list(readings.map((reading) => `<code>${id}=${reading.key}</code>: ${reading.text}`)),
      ),
      section('## What the contract does', contract),
      section('## What the suite asserts', suite),
      section('## What a client should be ready for', readyFor(point)),
      section(
        '## Try the other readings',
        variants.length === 0
          ? undefined
          : parts(
              'The reference server can follow each of these, and the suite must find nothing wrong with it.',
              table(
                ['Start it with', 'What the server then does'],
                variants.map((variant) => [
                  code(`conversation-api serve --variant ${variant.id}`),
                  variant.behaviour,
                ]),
              ),
            ),
      ),
      section('## Requirements', requirementRows(touched, sources)),
    ),
  };
}

/** The readings that a client may meet. With none or one, there is nothing to choose from. */
function readyFor({ readings }: OpenPoint): string {
  const [only, ...others] = readings;
  if (!only) return 'Anything: do not rely on it.';
  if (others.length === 0) return `One reading follows from the text as a whole: ${only.text}`;
  return 'Each of the readings: a service that follows any of them is faithful, so a client must work with all.';
}
