import { describe, expect, it } from 'vitest';
import { accepts, matchesContract, type TypeName } from '../../generated/validators.js';
import { readValue, valueExamples } from './example-files.ts';

describe('an example file', () => {
  it.each(
    valueExamples.map(({ type, name, path }) => [`${type}/${name}.json`, type as TypeName, path] as const),
  )('%s fits its type, by the promises of the service and by the whole contract', (_, type, path) => {
    const value = readValue(path);
    expect(matchesContract[type](value), JSON.stringify(matchesContract[type].errors)).toBe(true);
    expect(accepts[type](value), JSON.stringify(accepts[type].errors)).toBe(true);
  });

  it('is refused when it lacks a required member of its type', () => {
    const example = readValue(
      valueExamples.find(({ type }) => type === 'MessageStart')?.path ?? '',
    ) as object;
    const broken = { ...example, message_id: undefined };
    expect(matchesContract.MessageStart(broken)).toBe(false);
    expect(accepts.MessageStart(broken)).toBe(false);
  });
});
