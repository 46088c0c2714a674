import { scopeOf } from '../generate/bindings.ts';
import { operationsOf } from '../generate/documents.ts';
import type { Row } from '../generate/registry.ts';
import type { Parity } from './sources.ts';

/** Rows about a request as a whole. */
const WHOLE: readonly string[] = [
  'chats.list.exists',
  'service.bodies.json-requests',
  // A skill of a library shows the level that it was created with.
  'skills.create.level',
  'turns.attachments.optional',
  'turns.attachments.unknown-refused',
  'turns.stream.same-body',
];
/** Facts that a row decides about all members of an operation. */
const OF_ALL = ['mistyped', 'foreign'];
/** Parts of names that a sentence leaves out. */
const FORMAL = ['id', 'ids', 'is', 'mcp'];

/** A row names each member and each scope about which it decides, so that a fact cannot be in the wrong row. */
export const decidedFacts: Parity = ({ spec, rows }) => {
  const scopes = new Map(
    operationsOf(spec).map(({ operationId, requiredScopes }) => [operationId, requiredScopes]),
  );
  return rows
    .filter(({ id }) => !WHOLE.includes(id))
    .flatMap((row) =>
      Object.entries(row.decides ?? {})
        .filter(([fact]) => !OF_ALL.includes(fact))
        .flatMap(([fact, places]) => places.map((place) => [fact, place] as const))
        .filter(([fact, place]) =>
          fact === 'scope'
            ? !(scopes.get(place) ?? [String(scopeOf(row))]).every((scope) => row.text.includes(scope))
            : !namesMember(row, place),
        )
        .map(([fact, place]) => `${row.id} decides ${fact} of ${place}, but names neither`),
    );
};

function namesMember({ id, text }: Row, place: string): boolean {
  const said = `${id} ${text}`.toLowerCase();
  const [name = ''] = place
    .split('.')
    .filter((token) => token !== '[]')
    .slice(-1);
  return name
    .split(/[_-]/)
    .filter((word) => !FORMAL.includes(word))
    .some((word) => said.includes(word.replace(/s$/, '')));
}
