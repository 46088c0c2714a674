import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultSeed } from '../../../generated/default-seed.js';
import { problemsOf } from './small-seed.ts';

const page = readFileSync(new URL('../../../docs/seed.md', import.meta.url), 'utf8');
const [whole = '', ...parts] = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text);

describe('docs/seed.md', () => {
  it('begins with a usable seed', () => {
    expect(problemsOf(whole)).toEqual([]);
  });

  it('shows sections that can be added to it', () => {
    expect(parts).toHaveLength(2);
    for (const part of parts) {
      expect(problemsOf(JSON.stringify({ ...parse(whole), ...parse(part) }))).toEqual([]);
    }
  });

  it('shows the problems as the server reports them', () => {
    const { credentials, models, ...rest } = parse(defaultSeed);
    credentials[3].user = 9;
    models[0].enable = true;
    const shown = [...page.matchAll(/^my\.yaml:\d+: (.*)$/gm)].map(([, line = '']) => line);
    const told = [
      { credentials, models: parse(defaultSeed).models },
      { credentials: parse(defaultSeed).credentials, models },
    ]
      .flatMap((changed) => problemsOf(JSON.stringify({ ...rest, ...changed })))
      .map((line) => line.replace(/^seed\.yaml:\d+: /, ''));
    expect(told).toEqual(shown);
  });

  it('names every section', () => {
    const schema = JSON.parse(
      readFileSync(new URL('../../../spec/formats/seed.schema.json', import.meta.url), 'utf8'),
    );
    const sections = Object.keys(schema.properties).filter((name) => name !== 'seed');
    expect([...page.matchAll(/^\| `(\w+)` \| /gm)].map(([, name]) => name)).toEqual(
      expect.arrayContaining(sections),
    );
  });
});
