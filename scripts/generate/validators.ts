import { _, Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { isKnownKeyword, withoutDecisions } from './assertions.ts';
import { bundleJavaScript } from './bundle-javascript.ts';
import { eventsOf } from './documents.ts';
import { type Edit, isAnnotation, normalise } from './normalise.ts';
import { expanded, withNulls } from './null-for-absent.ts';
import { codeHeader, type Files } from './output.ts';
import { append, walkSchema } from './pointer.ts';
import { linkedSchemas, reachableTypes, rewriteRefs } from './references.ts';
import { sentTypes } from './shapes.ts';
import { type JsonObject, type Spec, SpecError, schemaPath } from './spec.ts';
import { isDateTime, isLocalDateTime, isUuid } from './string-formats.ts';

/** Options of one set of validators. */
interface Entry {
  /** Changes each schema before it is compiled. */
  readonly edit?: Edit;
  readonly allErrors?: boolean;
  /** Whether a time may lack an offset. */
  readonly allowsLocalTime?: boolean;
  /** Whether null may stand for an absent member of what a server sends. */
  readonly allowsNull?: boolean;
}

const accepts: Entry = { edit: withoutDecisions, allowsLocalTime: true, allowsNull: true };
const matchesContract: Entry = {};
const explain: Entry = { allErrors: true };

const knownFormats = ['date-time', 'uuid'];

/** Two modules, so that a program loads only the one that it needs. */
const validatorsIndex = `${codeHeader}export { accepts } from './accepts.js';
export { matchesContract } from './matches-contract.js';
`;

/**
 * validators.js: `accepts` checks a value against the promises of the service, `matchesContract` against our decisions too. Each
 * has a separate file. matches-events.js contains only the types of events, which is enough to judge a stream. explain.js lists
 * every error that `matchesContract` finds. None of them has a dependency.
 */
export async function buildValidators(spec: Spec): Promise<Files> {
  const schemas = linkedSchemas(spec);
  checkKeywords(schemas);
  const types = [...schemas.keys()];
  const sent = new Set(reachableTypes(schemas, sentTypes(spec)));
  const entry = (name: string, validators: Entry, names: readonly string[] = types) => {
    const members = names.map((type) => `  ${type}: all.${type},`).join('\n');
    return bundleJavaScript(`import * as all from 'all';\nexport const ${name} = {\n${members}\n};\n`, {
      all: compile(schemas, validators, names, sent),
    });
  };
  const events = eventsOf(spec).map(({ type }) => type);
  const explanations = types.map(
    (type) => `  ${type}: (value) => (all.${type}(value) ? [] : all.${type}.errors),`,
  );
  const explainer = await bundleJavaScript(
    `import * as all from 'all';\nexport const explain = {\n${explanations.join('\n')}\n};\n`,
    { all: compile(schemas, explain, types, sent) },
  );
  return new Map([
    ['generated/accepts.js', await entry('accepts', accepts)],
    ['generated/matches-contract.js', await entry('matchesContract', matchesContract)],
    ['generated/matches-events.js', await entry('matchesEvents', matchesContract, events)],
    ['generated/validators.js', validatorsIndex],
    ['generated/accepts.d.ts', declareEntry('accepts')],
    ['generated/matches-contract.d.ts', declareEntry('matchesContract')],
    ['generated/matches-events.d.ts', declareEntry('matchesEvents', events)],
    ['generated/validators.d.ts', declareValidators(types)],
    ['generated/explain.js', explainer],
    ['generated/explain.d.ts', declareExplain()],
  ]);
}

/** @throws SpecError for a schema that breaks JSON Schema, and for a keyword or format that the validators do not support. */
function checkKeywords(schemas: ReadonlyMap<string, JsonObject>): void {
  const ajv = new Ajv({ logger: false });
  const problems = [...schemas].flatMap(([type, schema]) => {
    const file = schemaPath(type);
    const unknown = [...walkSchema(schema)].flatMap(([node, pointer]) => [
      ...Object.keys(node)
        .filter((keyword) => !isAnnotation(keyword) && !isKnownKeyword(keyword))
        .map((keyword) => ({
          file,
          pointer: append(pointer, keyword),
          message: 'is not a keyword that we validate',
        })),
      ...(node.format === undefined || knownFormats.includes(String(node.format))
        ? []
        : [
            {
              file,
              pointer: append(pointer, 'format'),
              message: `must be one of ${knownFormats.join(', ')}`,
            },
          ]),
    ]);
    const isValid = ajv.validateSchema(schema) === true;
    const errors = isValid ? [] : (ajv.errors ?? []);
    return [
      ...unknown,
      ...errors.map(({ instancePath, message = '' }) => ({ file, pointer: instancePath, message })),
    ];
  });
  if (problems.length > 0) throw new SpecError(...problems);
}

/**
 * ES module code with one validator for each schema, exported by its name.
 *
 * @param sent the types of what a server sends, and of all that is in it
 */
function compile(
  schemas: ReadonlyMap<string, JsonObject>,
  { edit = (node) => node, ...entry }: Entry,
  names: readonly string[],
  sent: ReadonlySet<string>,
): string {
  const ajv = new Ajv({
    allErrors: entry.allErrors ?? false,
    discriminator: true,
    inlineRefs: false, // Half the code, and no relevant slowdown.
    strictTypes: false, // A type may be next to a condition that names a member.
    strictRequired: false, // A required member may be described in an allOf part.
    code: { source: true, esm: true, formats: _`formats` },
  });
  ajv.addFormat('uuid', isUuid);
  ajv.addFormat('date-time', entry.allowsLocalTime ? isLocalDateTime : isDateTime);
  const linked = new Map(
    [...schemas].map(([type, schema]) => [type, rewriteRefs(schema, (target) => target)]),
  );
  const resolve = (type: string) => linked.get(type) ?? {};
  for (const [type, schema] of linked) {
    const validated =
      entry.allowsNull && sent.has(type)
        ? normalise(expanded(schema, resolve), resolve, (node, pointer) =>
            withNulls(edit(node, pointer), pointer),
          )
        : normalise(schema, resolve, edit);
    ajv.addSchema({ ...validated, $id: type });
  }
  const code = standalone
    .default(ajv, Object.fromEntries(names.map((type) => [type, type])))
    // Copying all errors so far for each item of a list takes quadratic time.
    .replaceAll(/vErrors\.concat\((\w+)\.errors\)/g, 'append(vErrors, $1.errors)');
  return `function append(errors, more) { for (const error of more) errors.push(error); return errors; }
import { isUuid, ${entry.allowsLocalTime ? 'isLocalDateTime as isDateTime' : 'isDateTime'} } from 'string-formats';
const formats = { uuid: isUuid, 'date-time': isDateTime };\n${code}`;
}

function declareValidators(types: readonly string[]): string {
  const members = types.map((type) => `  readonly ${type}: Validator<types.${type}>;`).join('\n');
  return `${codeHeader}import type * as types from './types.js';

/** One assertion that a value does not meet. */
export interface ErrorObject {
  /** The keyword of JSON Schema that failed. */
  readonly keyword: string;
  /** The place in the value, as a JSON Pointer. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Returns whether a value has the shape. If it has not, the first error is in \`errors\`. */
export interface Validator<Type> {
  (value: unknown): value is Type;
  errors?: readonly ErrorObject[] | null;
}

export interface Validators {
${members}
}

export type TypeName = keyof Validators;

/**
 * Checks a value against the promises of the service, without the decisions of this contract. A member that is not promised may be null
 * instead of absent (A-141).
 */
export declare const accepts: Validators;

/** Checks a value against the whole contract, including its decisions. */
export declare const matchesContract: Validators;
`;
}

function declareEntry(name: string, types?: readonly string[]): string {
  const picked = types?.map((type) => `'${type}'`).join(' | ');
  const members = picked === undefined ? 'Validators' : `Pick<Validators, ${picked}>`;
  return `${codeHeader}import type { Validators } from './validators.js';

export declare const ${name}: ${members};
`;
}

function declareExplain(): string {
  return `${codeHeader}import type { ErrorObject, TypeName } from './validators.js';

export type { ErrorObject, TypeName };

/** Lists every error of a value against the whole contract. The list is empty when the value is valid. */
export declare const explain: Readonly<Record<TypeName, (value: unknown) => readonly ErrorObject[]>>;
`;
}
