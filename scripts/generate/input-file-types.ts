import openapiTS, { astToString } from 'openapi-typescript';
import { codeHeader } from './output.ts';
import { append } from './pointer.ts';
import { isObject, type JsonObject } from './spec.ts';

/** The declarations of input-files.js: a type for each kind of file and each of its definitions, and the function that explains it. */
export async function declareInputFiles(
  schemas: readonly (readonly [type: string, schema: JsonObject])[],
): Promise<string> {
  const components = schemas.flatMap(([type, { $schema: _, $defs, ...root }]) => [
    [type, renameRefs(root, type)],
    ...Object.entries(isObject($defs) ? $defs : {}).map(([name, definition]) => [
      `${type}${name}`,
      renameRefs(definition, type),
    ]),
  ]);
  const document = {
    openapi: '3.1.1',
    info: { title: 'File formats', version: '1' },
    paths: {},
    components: { schemas: Object.fromEntries(components) },
  };
  // The folder only keeps the translator from looking at ours.
  const options = { defaultNonNullable: false, immutable: true, silent: true, cwd: new URL('file:///') };
  const types = astToString(await openapiTS(JSON.stringify(document), options));
  const names = schemas.map(
    ([type]) => `export type ${type} = components['schemas']['${type}'];

/** Everything that is wrong with a value as a ${type}; nothing when it is one. */
export declare function explain${type}(value: unknown): readonly InputFileProblem[];
`,
  );
  return [codeHeader, types, problemType, ...names].join('\n');
}

const problemType = `/** One thing that is wrong: where, as a JSON Pointer, and what, to be read after the name of the place. */
export interface InputFileProblem {
  readonly pointer: string;
  readonly message: string;
}
`;

/** Refs as the components of a document have them. */
function renameRefs(value: unknown, type: string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameRefs(item, type));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === '$ref'
        ? [key, append('#/components/schemas', String(member).replace('#/$defs/', type))]
        : [key, renameRefs(member, type)],
    ),
  );
}
