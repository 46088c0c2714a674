import { assertionsOf, decisionsOf, requiredOf } from './assertions.ts';
import { eventsOf, operationsOf } from './documents.ts';
import { normalise } from './normalise.ts';
import { tellsNull } from './null-for-absent.ts';
import type { Files } from './output.ts';
import { Ownership } from './ownership.ts';
import { append, walkSchema } from './pointer.ts';
import { linkedSchemas, reachableTypes, rewriteRefs } from './references.ts';
import { isObject, type JsonObject, type Problem, type Spec, SpecError, schemaPath } from './spec.ts';

/**
 * shapes.json: every type that a server sends, as it is validated, with the row that owns each node (`x-row`) and each
 * required member (`x-required-rows`), the members that are required by our decision (`x-required-decided`), and the objects in which null
 * is not the same as absence (`x-tells-null`).
 * @throws SpecError for every assertion without an owner, and every decision that a row claims as a promise.
 */
export function buildShapes(spec: Spec): Files {
  const schemas = linkedSchemas(spec);
  const ownership = new Ownership(spec, schemas);
  const types = reachableTypes(schemas, sentTypes(spec));
  const problems = [
    ...ownership.problems,
    ...types.flatMap((type) => checkType(type, schemas.get(type) ?? {}, ownership)),
  ];
  if (problems.length > 0) throw new SpecError(...problems);
  const resolve = (type: string) => schemas.get(type) ?? {};
  const shapes = types.map((type) => {
    const linked = rewriteRefs(resolve(type), (target) => target);
    return [
      type,
      normalise(linked, resolve, (node, pointer) =>
        markOwners(withOwnWords(node, resolve, ownership.isClaimed(type, pointer)), type, pointer, ownership),
      ),
    ] as const;
  });
  // Only machines read it, at every start.
  return new Map([['generated/shapes.json', `${JSON.stringify(Object.fromEntries(shapes))}\n`]]);
}

/** The types that a server sends whole: bodies of responses, and data of events. */
export function sentTypes(spec: Spec): string[] {
  const bodies = operationsOf(spec).flatMap(({ responses }) => Object.values(responses));
  const types = bodies.filter((type) => type !== null && !type.includes('/')) as string[];
  return [...types, ...eventsOf(spec).map(({ type }) => type)];
}

function checkType(type: string, schema: JsonObject, ownership: Ownership): Problem[] {
  const problems: Problem[] = [];
  for (const [node, pointer] of walkSchema(schema)) {
    if (isCondition(pointer)) continue;
    const check = (place: string, what: string, isDecision: boolean) => {
      const owner = ownership.ownerOf(type, place);
      const fail = (message: string) => problems.push({ file: schemaPath(type), pointer: place, message });
      if (!owner) fail(`no row owns ${what}`);
      else if (isDecision && owner.level !== 'should' && owner.level !== 'open') {
        fail(
          `${what} is a decision, but belongs to ${owner.id}, which is ${owner.level}; expected should or open`,
        );
      }
    };
    const decided = decisionsOf(node);
    for (const keyword of ownKeywords(node)) {
      check(append(pointer, keyword), `\`${keyword}\``, decided.assertions.has(keyword));
    }
    for (const member of requiredOf(node)) {
      check(
        append(pointer, 'required', member),
        `that \`${member}\` is required`,
        decided.required.has(member),
      );
    }
  }
  return problems;
}

/** Copies the assertions of the referenced type to a reference that a row names: the row then owns them at this place. */
function withOwnWords(
  node: JsonObject,
  resolve: (type: string) => JsonObject,
  isClaimed: boolean,
): JsonObject {
  if (!isClaimed || typeof node.$ref !== 'string') return node;
  const referred = resolve(node.$ref);
  const decided = decisionsOf(referred).assertions;
  const words = assertionsOf(referred).filter((keyword) => !decided.has(keyword));
  return { ...Object.fromEntries(words.map((keyword) => [keyword, referred[keyword]])), ...node };
}

/** Adds the owners. A keyword whose owner is not the owner of its node moves into a separate `allOf` part. */
function markOwners(node: JsonObject, type: string, pointer: string, ownership: Ownership): JsonObject {
  const rowOf = (...place: string[]) => ownership.ownerOf(type, append(pointer, ...place))?.id;
  const row = isChoice(node) ? rowOf('oneOf') : rowOf();
  const elsewhere = assertionsOf(node).filter((keyword) => rowOf(keyword) !== row);
  const kept = Object.entries(node).filter(([keyword]) => !elsewhere.includes(keyword));
  const parts = elsewhere.map((keyword) => ({ 'x-row': rowOf(keyword), [keyword]: node[keyword] }));
  const required = requiredOf(node).map((member) => [member, rowOf('required', member)]);
  const decided = [...decisionsOf(node).required];
  return {
    ...(row !== undefined && { 'x-row': row }),
    ...Object.fromEntries(kept),
    ...(required.length > 0 && { 'x-required-rows': Object.fromEntries(required) }),
    ...(decided.length > 0 && { 'x-required-decided': decided }),
    ...(tellsNull(node) && { 'x-tells-null': true }),
    ...(parts.length > 0 && { allOf: [...(Array.isArray(node.allOf) ? node.allOf : []), ...parts] }),
  };
}

/** The keywords of this node that restrict its value: assertions, a choice, and a reference to another type. */
function ownKeywords(node: JsonObject): string[] {
  return [
    ...assertionsOf(node),
    ...(isChoice(node) ? ['oneOf'] : []),
    ...(node.$ref === undefined ? [] : ['$ref']),
  ];
}

/** Whether the node asserts a choice between alternatives. A `oneOf` that only adds null does not. */
function isChoice({ oneOf }: JsonObject): boolean {
  return Array.isArray(oneOf) && !oneOf.some((branch) => isObject(branch) && branch.type === 'null');
}

/** Whether the place is inside a condition, which asserts nothing. */
function isCondition(pointer: string): boolean {
  return /\/if(\/|$)/.test(pointer) && !/\/properties\/if(\/|$)/.test(pointer);
}
