import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const examplesFolder = resolve(import.meta.dirname, '../../spec/examples');

/** An example: `<type>/<name>.json`, or `streams/<name>.sse`. */
interface ExampleFile {
  readonly type: string;
  readonly name: string;
  readonly path: string;
}

const files: readonly ExampleFile[] = readdirSync(examplesFolder).flatMap((type) =>
  readdirSync(join(examplesFolder, type)).map((file) => ({
    type,
    name: file.replace(/\.[a-z]+$/, ''),
    path: join(examplesFolder, type, file),
  })),
);

/** Examples of values. The folder of each names its type. */
export const valueExamples = files.filter(({ path }) => path.endsWith('.json'));

/** Examples of whole streams. */
export const streamExamples = files.filter(({ path }) => path.endsWith('.sse'));

export function readValue(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** The content of an example file: a value, or the text of a stream. Undefined if there is no such file. */
export function findExample(type: string, name: string): unknown {
  const value = valueExamples.find((file) => file.type === type && file.name === name);
  if (value) return readValue(value.path);
  const stream = streamExamples.find((file) => file.name === name);
  return type === 'streams' && stream ? readFileSync(stream.path, 'utf8') : undefined;
}
