import { readGenerated } from '../generated.ts';
import { isObject } from '../judge/json.ts';

/** Codes are words too, though their list is open. */
const CODES = ['code', 'message_code'];

let names: ReadonlySet<string> | undefined;

/** The names of members whose values are words of the contract, such as a status, and not texts of people or models. By the schemas. */
export function namesOfWords(): ReadonlySet<string> {
  if (names) return names;
  const schemas = readGenerated<unknown>('schema.json');
  const found = new Set(CODES);
  collect(schemas, schemas, found);
  names = found;
  return names;
}

function collect(schema: unknown, all: unknown, found: Set<string>): void {
  if (Array.isArray(schema)) for (const item of schema) collect(item, all, found);
  if (!isObject(schema)) return;
  if (isObject(schema.properties))
    for (const [name, member] of Object.entries(schema.properties))
      if (listsWords(member, all)) found.add(name);
  for (const value of Object.values(schema)) collect(value, all, found);
}

function listsWords(schema: unknown, all: unknown): boolean {
  if (!isObject(schema)) return false;
  const { $ref: reference, const: only, enum: values } = schema;
  if (typeof reference === 'string') return listsWords(resolve(reference, all), all);
  if (typeof only === 'string') return true;
  if (Array.isArray(values)) return values.some((value) => typeof value === 'string');
  return [schema.anyOf, schema.oneOf].flat().some((choice) => listsWords(choice, all));
}

/** What a reference within the file names: `#/$defs/Chat`. */
function resolve(reference: string, all: unknown): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), all);
}
