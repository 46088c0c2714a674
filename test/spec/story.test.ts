import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isObject } from '../../src/conformance/judge/json.ts';

const folder = new URL('../../spec/examples/', import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, folder), 'utf8'));
const filesOf = (type: string) => readdirSync(new URL(`${type}/`, folder)).map((name) => `${type}/${name}`);

/** Examples of answers, each of which is one answer of the service. */
const answers = readdirSync(folder)
  .filter((type) => type.endsWith('Response'))
  .flatMap(filesOf);

it('gives each answer of the story a request_id of its own', () => {
  const byId = Map.groupBy(answers, (path) => {
    const { meta } = read(path) as { meta?: { request_id?: string } };
    return meta?.request_id;
  });
  byId.delete(undefined);
  expect([...byId.values()].filter((paths) => paths.length > 1)).toEqual([]);
});

it('creates no skill and no chat twice', () => {
  for (const type of ['SkillResponse', 'ChatResponse']) {
    const made = filesOf(type)
      .map((path) => read(path))
      .filter((answer) => isObject(answer) && /created/.test(String(answer.message)))
      .map((answer) => (answer as { data: { id: unknown } }).data.id);
    expect(new Set(made).size, type).toBe(made.length);
    expect(made.length, type).toBeGreaterThan(0);
  }
});
