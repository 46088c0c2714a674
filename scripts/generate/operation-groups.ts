import { type Operation, operationsOf } from './documents.ts';
import { codeHeader, type Files } from './output.ts';
import { isObject, type Spec, schemasOf } from './spec.ts';

/** A group of operations that the contract itself defines. */
interface Group {
  readonly meaning: string;
  has(operation: Operation, spec: Spec): boolean;
}

const groups: Readonly<Record<string, Group>> = {
  SENDS: { meaning: 'The operations that send a turn: those that take an Idempotency-Key.', has: isKeyed },
  LISTS: { meaning: 'The operations that return one page of a list.', has: isList },
  INTERACTIONS: {
    meaning: 'The operations of the tag Interactions, which are methods of `client.interactions`.',
    has: ({ tag }) => tag === 'Interactions',
  },
  ANSWERS: {
    meaning: 'The operations that answer an interaction: their request must name its `action_id`.',
    has: ({ request }, spec) => requires(request, 'action_id', spec),
  },
  SKILL_WRITES: {
    meaning: 'The operations that write the instructions of a skill, which may contain citations.',
    has: ({ request }, spec) => takes(request, 'instructions', spec),
  },
};

/** operation-groups.js: the ids of the operations of each group, in the order of the OpenAPI document. */
export function buildOperationGroups(spec: Spec): Files {
  const lists = Object.entries(groups).map(([name, { meaning, has }]) => {
    const ids = operationsOf(spec).flatMap((operation) =>
      has(operation, spec) ? [`'${operation.operationId}'`] : [],
    );
    return { name, meaning, list: `[${ids.join(', ')}]` };
  });
  const code = lists.map(({ name, list }) => `export const ${name} = ${list};\n`);
  const types = lists.map(
    ({ name, meaning, list }) => `\n/** ${meaning} */\nexport declare const ${name}: readonly ${list};\n`,
  );
  return new Map([
    ['generated/operation-groups.js', `${codeHeader}${code.join('')}`],
    ['generated/operation-groups.d.ts', `${codeHeader}${types.join('')}`],
  ]);
}

export function isList({ parameters }: Operation): boolean {
  return parameters.some(({ name }) => name === 'page');
}

export function isKeyed({ parameters }: Operation): boolean {
  return parameters.some(({ in: place }) => place === 'header');
}

function takes(request: string | null, member: string, spec: Spec): boolean {
  const { properties } = schemasOf(spec).get(request ?? '') ?? {};
  return isObject(properties) && member in properties;
}

function requires(request: string | null, member: string, spec: Spec): boolean {
  const { required } = schemasOf(spec).get(request ?? '') ?? {};
  return Array.isArray(required) && required.includes(member);
}
