import type { Parity, Sources } from './sources.ts';

const judge = 'src/conformance/judge/';
const literal = /['"`]([a-z-]+\.[a-z0-9-]+\.[a-z0-9-]+)['"`]/g;

/** Ids of requirements in the code of the judge: literals of the form area.topic.rule whose area is in the registry. */
export function judgedRows({ rows, texts }: Sources): Map<string, string> {
  const areas = new Set(rows.map(({ id }) => areaOf(id)));
  const found = [...texts]
    .filter(([path]) => path.startsWith(judge))
    .flatMap(([path, text]) => [...text.matchAll(literal)].map(([, id = '']) => [id, path] as const))
    .filter(([id]) => areas.has(areaOf(id)));
  return new Map(found);
}

/** Each requirement that the judge reports on is a row of the registry. */
export const judgedRowsExist: Parity = (sources) => {
  const known = new Set(sources.rows.map(({ id }) => id));
  return [...judgedRows(sources)]
    .filter(([id]) => !known.has(id))
    .map(([id, path]) => `${path} reports on ${id}, which is no row of the registry`);
};

function areaOf(id: string): string {
  return id.slice(0, id.indexOf('.'));
}
