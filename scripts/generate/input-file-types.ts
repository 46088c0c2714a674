import openapiTS, { astToString } from 'openapi-typescript';
import { codeHeader } from './output.ts';
import { append } from './pointer.ts';
import { isObject, type JsonObject } from './spec.ts';

/** Declares input-files.js: a type for each kind of file and for each of its definitions, and a function that lists the problems of a file. */
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
  // openapi-typescript must not read files of the current folder.
  const options = { defaultNonNullable: false, immutable: true, silent: true, cwd: new URL('file:///') };
  const types = astToString(await openapiTS(JSON.stringify(document), options));
  const names = schemas.map(
    ([type]) => `export type ${type} = components['schemas']['${type}'];

/** Lists every problem of a value that should be a ${type}. The list is empty when there is none. */
export declare function explain${type}(value: unknown): readonly InputFileProblem[];
`,
  );
  return [codeHeader, types, problemType, ...names].join('\n');
}

const problemType = `/** One problem of a value: its place as a JSON Pointer, and a message that continues the name of that place. */
export interface InputFileProblem {
  readonly pointer: string;
  readonly message: string;
  /** The members that the place may have, if the problem is one that it may not have. */
  readonly known?: readonly string[];
}
`;

/** Rewrites references to definitions as references to the components of a document. */
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
