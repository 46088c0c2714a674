import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { bundleJavaScript } from './bundle-javascript.ts';
import { describeErrors, messages } from './input-file-problems.ts';
import { declareInputFiles } from './input-file-types.ts';
import { normalise } from './normalise.ts';
import type { Files } from './output.ts';
import { append, walkSchema } from './pointer.ts';
import { isObject, type JsonObject, type Spec, SpecError } from './spec.ts';

/** The schemas of the files that our programs read, by type name. */
const inputFiles: Readonly<Record<string, string>> = {
  Seed: 'formats/seed.schema.json',
  Profile: 'formats/profile.schema.json',
  KnownFailures: 'formats/known-failures.schema.json',
  History: 'formats/history.schema.json',
};

/**
 * input-files.js: `explain<Type>` for each kind of input file, which lists everything that is wrong with a value. input-files.d.ts
 * declares these functions and the types. Neither has a dependency.
 * @throws SpecError for a schema that breaks JSON Schema, has a reference without a target, or uses a keyword without a message.
 */
export async function buildInputFileValidators(spec: Spec): Promise<Files> {
  const schemas = Object.entries(inputFiles).map(([type, path]) => [type, spec.object(path)] as const);
  const compiled = schemas.map(([type, schema]) => [type, compile(schema, inputFiles[type] ?? '')] as const);
  const describe = describeErrors.name;
  const explainers = schemas.map(
    ([type]) => `import validate${type} from '${type}';
export const explain${type} = (value) => validate${type}(value) ? [] : ${describe}(validate${type}.errors);`,
  );
  const code = `import { ${describe} } from 'input-file-problems';\n${explainers.join('\n')}\n`;
  return new Map([
    ['generated/input-files.js', await bundleJavaScript(code, Object.fromEntries(compiled))],
    ['generated/input-files.d.ts', await declareInputFiles(schemas)],
  ]);
}

function compile(schema: JsonObject, file: string): string {
  checkSchema(schema, file);
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true, // Some messages list the known members.
    messages: false, // input-file-problems.ts has the messages.
    discriminator: true,
    allowUnionTypes: true,
    logger: false,
    code: { source: true, esm: true },
  });
  try {
    const normalised = normaliseFormat(schema);
    checkKeywords(normalised, file);
    return standalone.default(ajv, ajv.compile(normalised));
  } catch (error) {
    if (error instanceof SpecError) throw error;
    throw new SpecError({ file, message: (error as Error).message });
  }
}

function checkSchema(schema: JsonObject, file: string): void {
  const ajv = new Ajv2020({ logger: false });
  if (ajv.validateSchema(schema) === true) return;
  const problems = (ajv.errors ?? []).map(({ instancePath, message = 'is wrong' }) => ({
    file,
    pointer: instancePath,
    message,
  }));
  throw new SpecError(...problems);
}

/** Keywords that combine schemas and report no errors. */
const joining = ['properties', 'items', 'oneOf'];

function checkKeywords(schema: JsonObject, file: string): void {
  const problems = [...walkSchema(schema)].flatMap(([node, pointer]) => {
    const unknown = Object.keys(node)
      .filter((keyword) => !joining.includes(keyword) && !Object.hasOwn(messages, keyword))
      .map((keyword) => ({
        file,
        pointer: append(pointer, keyword),
        message: 'has no message in scripts/generate/input-file-problems.ts',
      }));
    const unclear = {
      file,
      pointer: append(pointer, 'oneOf'),
      message: 'needs a member with a different const in each alternative',
    };
    return 'oneOf' in node && !('discriminator' in node) ? [...unknown, unclear] : unknown;
  });
  if (problems.length > 0) throw new SpecError(...problems);
}

/**
 * The schema without annotations, with each reference replaced by its target: ajv needs quadratic time to collect the errors of
 * referenced schemas. A format that refers to itself cannot be written this way.
 */
function normaliseFormat({ $schema: _, $defs, ...root }: JsonObject): JsonObject {
  const definitions = isObject($defs) ? $defs : {};
  return normalise(inline(root, definitions, []) as JsonObject, () => ({}));
}

function inline(value: unknown, definitions: JsonObject, around: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => inline(item, definitions, around));
  if (!isObject(value)) return value;
  const { $ref, ...beside } = value;
  const members = Object.entries(beside).map(([name, member]) => [name, inline(member, definitions, around)]);
  if (typeof $ref !== 'string') return Object.fromEntries(members);
  const name = $ref.replace('#/$defs/', '');
  if (!isObject(definitions[name])) throw new Error(`${$ref} leads nowhere`);
  if (around.includes(name)) throw new Error(`${$ref} leads to itself`);
  return {
    ...(inline(definitions[name], definitions, [...around, name]) as JsonObject),
    ...Object.fromEntries(members),
  };
}
