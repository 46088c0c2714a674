import { judgedRows } from './judged-rows.ts';
import { awaitingPath, type Parity, type Sources } from './sources.ts';

/** Rows that no check, no schema and not the judge verifies, and that are not marked unverifiable. */
function unverifiedRows(sources: Sources): string[] {
  const judged = judgedRows(sources);
  return sources.rows
    .filter(({ level }) => level === 'must' || level === 'should')
    .filter(({ unverifiable, schema = [] }) => unverifiable === undefined && schema.length === 0)
    .map(({ id }) => id)
    .filter((id) => !judged.has(id) && !sources.checked.has(id));
}

/** Each row is verified, or is in the list of rows that still await a check. */
export const verifiedRows: Parity = (sources) => {
  const unverified = unverifiedRows(sources);
  const known = new Set(sources.rows.map(({ id }) => id));
  return [
    ...[...sources.checked]
      .filter((id) => !known.has(id))
      .map((id) => `a check names ${id}, which is no row`),
    ...unverified
      .filter((id) => !sources.awaiting.has(id))
      .map((id) => `nothing verifies ${id}, and ${awaitingPath} does not list it`),
    ...[...sources.awaiting]
      .filter((id) => !unverified.includes(id))
      .map((id) =>
        known.has(id)
          ? `${id} is verified now; take it out of ${awaitingPath}`
          : `${awaitingPath} names ${id}, which is no row`,
      ),
  ];
};
