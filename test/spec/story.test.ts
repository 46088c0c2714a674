import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isObject } from '../../src/conformance/judge/json.ts';

const folder = new URL('../../spec/examples/', import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, folder), 'utf8'));
const filesOf = (type: string) => readdirSync(new URL(`${type}/`, folder)).map((name) => `${type}/${name}`);

/** Examples of answers, each of which represents one answer of the service. */
const answers = readdirSync(folder)
  .filter((type) => type.endsWith('Response'))
  .flatMap(filesOf);

it('gives each answer of the story its own request_id', () => {
  const byId = Map.groupBy(answers, (path) => {
    const { meta } = read(path) as { meta?: { request_id?: string } };
    return meta?.request_id;
  });
  byId.delete(undefined);
  expect([...byId.values()].filter((paths) => paths.length > 1)).toEqual([]);
});

it('never creates the same skill or chat twice', () => {
  for (const type of ['SkillResponse', 'ChatResponse']) {
    const made = filesOf(type)
      .map((path) => read(path))
      .filter((answer) => isObject(answer) && /created/.test(String(answer.message)))
      .map((answer) => (answer as { data: { id: unknown } }).data.id);
    expect(new Set(made).size, type).toBe(made.length);
    expect(made.length, type).toBeGreaterThan(0);
  }
});

/** The turns and skills in a value, with the file that shows them. */
function* madeIn(value: unknown, path: string): Generator<{ id: number; at: string; path: string }> {
  if (Array.isArray(value)) for (const each of value) yield* madeIn(each, path);
  if (!isObject(value)) return;
  const { id, created_at: at } = value;
  if (typeof id === 'number' && typeof at === 'string') yield { id, at, path };
  for (const each of Object.values(value)) yield* madeIn(each, path);
}

it('gives later items a higher id', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const streams = files.filter((path) => path.endsWith('.sse'));
  const made = [
    ...files.filter((path) => path.endsWith('.json')).flatMap((path) => [...madeIn(read(path), path)]),
    ...streams.flatMap((path) =>
      [...readFileSync(new URL(path, folder), 'utf8').matchAll(/^data: (.*)$/gm)].flatMap(([, data = '']) => [
        ...madeIn(JSON.parse(data), path),
      ]),
    ),
  ].sort((one, other) => one.id - other.id);
  const early = made.filter(({ at, id }, index) =>
    made.slice(0, index).some((before) => before.id > 1000 === id > 1000 && before.at > at),
  );
  expect(early).toEqual([]);
  expect(new Set(made.map(({ id, at }) => `${id} ${at}`)).size).toBe(new Set(made.map(({ id }) => id)).size);
  expect(made.length).toBeGreaterThan(30);
});
