import { decisionsOf, requiredOf } from './assertions.ts';
import { append, memberAround, tokensOf } from './pointer.ts';
import { type Level, readRows } from './registry.ts';
import { isObject, type JsonObject, type Problem, type Spec, schemaPath } from './spec.ts';

/** The row that answers for a place in a schema. */
export interface Owner {
  readonly id: string;
  readonly level: Level;
}

/**
 * Which row owns which place: the row with the longest pointer to the place or to something around it. A member is owned
 * only by a row that names the member or something inside it. A row that owned all members of a type would silently own
 * every member that is added later.
 */
export class Ownership {
  readonly #owners = new Map<string, Owner>();
  /** Pointers without a target, or to a place of another row, to a list of members, or (from a must) to a decision. */
  readonly problems: readonly Problem[];

  constructor(spec: Spec, schemas: ReadonlyMap<string, JsonObject>) {
    const problems: Problem[] = [];
    for (const { row, file } of readRows(spec)) {
      for (const place of row.schema ?? []) {
        const fail = (message: string) => problems.push({ file, message: `${row.id}: ${message}` });
        const other = this.#owners.get(place);
        if (other) fail(`${place} belongs to ${other.id} already`);
        const [type = '', pointer] = place.split('#');
        const schema = schemas.get(type);
        if (!schema || pointer === undefined || !exists(schema, pointer)) fail(`${place} leads nowhere`);
        else if (row.level === 'must' && isDecided(schema, pointer)) {
          fail(`is must, but ${place} is marked as a decision in spec/${schemaPath(type)}`);
        } else if (isListOfMembers(pointer)) fail(`${place} must name one member`);
        this.#owners.set(place, row);
      }
    }
    this.problems = problems;
  }

  /** Whether a row names exactly this place, not something around it. */
  isClaimed(type: string, pointer: string): boolean {
    return this.#owners.has(`${type}#${pointer}`);
  }

  ownerOf(type: string, pointer: string): Owner | undefined {
    const widest = `${type}#${memberAround(pointer) ?? ''}`;
    for (let place = `${type}#${pointer}`; ; place = place.slice(0, place.lastIndexOf('/'))) {
      const owner = this.#owners.get(place);
      if (owner || place === widest) return owner;
    }
  }
}

/** The last two tokens may be the pseudo-pointer `required/<member>`. */
function exists(schema: JsonObject, pointer: string): boolean {
  return at(schema, pointer) !== undefined || requirementAt(schema, pointer) !== undefined;
}

/** Whether this is `properties` or `required` itself, not a member in it. */
function isListOfMembers(pointer: string): boolean {
  return memberAround(`${pointer}/member`) !== memberAround(pointer);
}

function isDecided(schema: JsonObject, pointer: string): boolean {
  const requirement = requirementAt(schema, pointer);
  if (requirement) return decisionsOf(requirement.node).required.has(requirement.member);
  const place = at(schema, pointer);
  if (isObject(place) && place['x-decision'] !== undefined) return true;
  const tokens = tokensOf(pointer);
  const keyword = tokens.pop();
  const node = at(schema, append('', ...tokens));
  return keyword !== undefined && isObject(node) && decisionsOf(node).assertions.has(keyword);
}

function requirementAt(
  schema: JsonObject,
  pointer: string,
): { node: JsonObject; member: string } | undefined {
  const tokens = tokensOf(pointer);
  const [keyword, member = ''] = tokens.splice(-2);
  const node = at(schema, append('', ...tokens));
  if (keyword !== 'required' || !isObject(node) || !requiredOf(node).includes(member)) return undefined;
  return { node, member };
}

function at(schema: JsonObject, pointer: string): unknown {
  let value: unknown = schema;
  for (const token of tokensOf(pointer)) value = (value as JsonObject | undefined)?.[token];
  return value;
}
