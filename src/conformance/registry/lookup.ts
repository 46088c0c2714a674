import { type Failure, loadFailures } from './failures.ts';
import { findNearest } from './nearest.ts';
import type { OpenPoint, Registry, Requirement, Statement } from './registry.ts';
import { removedRow } from './removed-rows.ts';

/** The result of looking up an id or the beginning of one. */
export type Found =
  | { readonly kind: 'requirement'; readonly requirement: Requirement }
  | { readonly kind: 'requirements'; readonly requirements: readonly Requirement[] }
  | { readonly kind: 'statement'; readonly statement: Statement }
  | { readonly kind: 'open-point'; readonly openPoint: OpenPoint }
  | { readonly kind: 'failures'; readonly failures: readonly Failure[] }
  | { readonly kind: 'none'; readonly nearest: readonly string[] };

/** Number of known ids that are suggested for an unknown one. */
const SUGGESTED = 3;

/** The beginning that most codes share, which people leave out. */
const SHARED = /^api_(v1_)?/;

/**
 * Finds requirements by an id or its beginning, a statement by its S-id, an open point by its A-id, or failures by their code, by the
 * kind that the client's error has, or by their status of HTTP.
 */
export function lookUp(registry: Registry, key: string): Found {
  const statement = own(registry.statements, key.toUpperCase());
  if (statement) return { kind: 'statement', statement };
  const openPoint = own(registry.openPoints, key.toUpperCase());
  if (openPoint) return { kind: 'open-point', openPoint };
  const failures = loadFailures().filter(({ message_code: code, data_code: inner, id, kind = id, status }) =>
    [code, code?.replace(SHARED, ''), inner, kind, status?.toString()].includes(key),
  );
  if (failures.length > 0) return { kind: 'failures', failures };
  const requirements = findByPrefix(registry, key);
  const [only] = requirements;
  if (!only) return { kind: 'none', nearest: findNearestIds(registry, key) };
  if (requirements.length === 1) return { kind: 'requirement', requirement: only };
  return { kind: 'requirements', requirements };
}

/** The requirements whose id equals the prefix or begins with it. Matches of whole segments win over those of letters. */
export function findByPrefix({ requirements }: Registry, prefix: string): readonly Requirement[] {
  const exact = requirements.find(({ id }) => id === prefix);
  if (exact) return [exact];
  const segments = prefix.endsWith('.') ? prefix : `${prefix}.`;
  const bySegment = requirements.filter(({ id }) => id.startsWith(segments));
  return bySegment.length > 0 ? bySegment : requirements.filter(({ id }) => id.startsWith(prefix));
}

/** Ids of requirements, areas, statements and open points that are similar to the key, or the requirement that took its place. */
export function findNearestIds(registry: Registry, key: string): readonly string[] {
  const removed = removedRow(key);
  if (removed) return [removed.instead];
  const ids = registry.requirements.map(({ id }) => id);
  const topics = ids.flatMap((id) => {
    const segments = id.split('.');
    return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('.'));
  });
  const codes = loadFailures().flatMap(({ message_code: code = [], data_code: inner = [], id, kind = id }) =>
    [code, inner, kind].flat(),
  );
  const known = [
    ...codes,
    ...Object.keys(registry.statements),
    ...Object.keys(registry.openPoints),
    ...topics,
    ...ids,
  ];
  return findNearest(key, new Set(known), SUGGESTED);
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
