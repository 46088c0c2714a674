import type { Parity } from './sources.ts';

const statement = /\bS\d(?:\.\d)?-\d{2,}\b/g;
const openPoint = /\bA-\d{2,}\b/g;

/** Every statement and open point that a file mentions exists in this repository. */
export const mentionedIds: Parity = ({ texts, statementIds, openPoints }) =>
  [...texts].flatMap(([path, text]) => [
    ...new Set([
      ...(text.match(statement) ?? [])
        .filter((id) => !statementIds.has(id))
        .map((id) => `${path} mentions ${id}, which is no statement`),
      ...(text.match(openPoint) ?? [])
        .filter((id) => !openPoints.has(id))
        .map((id) => `${path} mentions ${id}, which is no open point`),
    ]),
  ]);
