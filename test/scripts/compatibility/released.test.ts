import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { judgeCurrent } from '../../../scripts/compatibility/current.ts';
import {
  EditionError,
  readEdition,
  readFrozenIds,
  readReleased,
  writeEdition,
} from '../../../scripts/compatibility/released.ts';

const ids = {
  requirements: ['a.b.c'],
  checks: ['a.b'],
  breakages: ['a.b.c/late'],
  variants: ['A-01=long'],
};
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'editions-'));
  mkdirSync(join(root, 'generated'));
  onTestFinished(() => rmSync(root, { recursive: true }));
});

/** The contract of a version, as the build writes it. */
function generate(
  version: string,
  { ping = {}, asyncapi = version }: { ping?: object; asyncapi?: string } = {},
): void {
  const write = (file: string, value: unknown) =>
    writeFileSync(join(root, 'generated', file), JSON.stringify(value));
  write('openapi.json', { info: { version } });
  write('asyncapi.json', { info: { version: asyncapi }, channels: { stream: { messages: { ping } } } });
  write('errors.json', []);
  write('requirements.json', { requirements: [{ id: 'a.b.c', level: 'must', text: 'It does.' }] });
}

describe('an edition', () => {
  it('is the contract on the day of its release', () => {
    generate('1.0.0');
    writeEdition(root, ids, '2026-03-02');
    const [edition, ...others] = readReleased(root);
    expect(others).toEqual([]);
    expect(edition).toMatchObject({ version: '1.0.0', date: '2026-03-02' });
    expect(edition && readEdition(root, edition)).toEqual({
      openapi: { info: { version: '1.0.0' } },
      asyncapi: { info: { version: '1.0.0' }, channels: { stream: { messages: { ping: {} } } } },
      errors: [],
      requirements: { 'a.b.c': 'must' },
    });
    expect(edition && readFrozenIds(root, edition)).toEqual(ids);
  });

  it('is never written twice, and never with a lower version', () => {
    generate('1.1.0');
    writeEdition(root, ids, '2026-03-02');
    const before = readFileSync(join(root, 'spec/released/index.json'), 'utf8');
    for (const version of ['1.1.0', '1.0.9']) {
      generate(version);
      expect(() => writeEdition(root, ids, '2026-03-03')).toThrow('edition 1.1.0 is released');
    }
    expect(readFileSync(join(root, 'spec/released/index.json'), 'utf8')).toBe(before);
    expect(readdirSync(join(root, 'spec/released'))).toEqual(['1.1.0', 'index.json']);
  });

  it('is sorted by its number, not alphabetically', () => {
    for (const version of ['1.9.0', '1.10.0']) {
      generate(version);
      writeEdition(root, ids, '2026-03-02');
    }
    expect(readReleased(root).map(({ version }) => version)).toEqual(['1.9.0', '1.10.0']);
  });
});

describe('editions are refused', () => {
  beforeEach(() => {
    generate('1.0.0');
    writeEdition(root, ids, '2026-03-02');
  });

  it.each(
    Object.entries<() => void>({
      'spec/released/1.0.0/errors.json is not as it was released; an edition never changes': () =>
        writeFileSync(join(root, 'spec/released/1.0.0/errors.json'), '[{}]'),
      'spec/released/1.0.0/asyncapi.json is missing; an edition never changes': () =>
        rmSync(join(root, 'spec/released/1.0.0/asyncapi.json')),
      'spec/released/1.1.0 is no edition of spec/released/index.json': () =>
        mkdirSync(join(root, 'spec/released/1.1.0')),
      'spec/released/index.json is missing; it names the editions with their digests': () =>
        rmSync(join(root, 'spec/released/index.json')),
      'spec/released/index.json is not JSON': () =>
        writeFileSync(join(root, 'spec/released/index.json'), '['),
      'generated/openapi.json is missing; `npm run generate` builds it': () =>
        rmSync(join(root, 'generated/openapi.json')),
      'info.version is 1.0.0 in openapi.yaml and 1.0.1 in asyncapi.yaml; give both the same version': () =>
        generate('1.0.0', { asyncapi: '1.0.1' }),
    }),
  )('%s', (message, spoil) => {
    spoil();
    expect(() => judgeCurrent(root, ids)).toThrow(new EditionError(message));
  });
});

describe('the current contract', () => {
  it('is judged against the highest edition', () => {
    for (const version of ['1.0.0', '1.1.0']) {
      generate(version);
      writeEdition(root, ids, '2026-03-02');
    }
    generate('1.1.0', { ping: { 'x-terminal': true } });
    expect(judgeCurrent(root, ids)).toEqual({
      isHonest: false,
      lines: [
        'breaking   asyncapi.json  event ping: `x-terminal` is now true, was nothing',
        '1.1.0 against edition 1.1.0: 1 breaking',
        'set info.version to at least 2.0.0 (it is 1.1.0), in spec/openapi/openapi.yaml and spec/asyncapi/asyncapi.yaml',
      ],
    });
    generate('2.0.0', { ping: { 'x-terminal': true } });
    expect(judgeCurrent(root, ids)?.isHonest).toBe(true);
  });

  it('may have new ids, and keeps those of the highest edition', () => {
    generate('1.0.0');
    writeEdition(root, ids, '2026-03-02');
    generate('1.0.1');
    writeEdition(root, { ...ids, variants: [...ids.variants, 'A-02=short'] }, '2026-03-03');
    expect(judgeCurrent(root, { ...ids, variants: ['A-02=short', 'A-03=both'] })).toEqual({
      isHonest: false,
      lines: [
        'the id A-01=long of a variant is gone; released ids are stable for ever, so restore it and give the new variant another id',
        '1.0.1 against edition 1.0.1: no change',
      ],
    });
    expect(judgeCurrent(root, { ...ids, variants: [...ids.variants, 'A-02=short'] })?.isHonest).toBe(true);
  });

  it('cannot be judged before the first', () => {
    generate('1.0.0');
    expect(judgeCurrent(root, ids)).toBeUndefined();
  });
});

it('finds each edition of the repository as it was released', () => {
  expect(() => readReleased(resolve(import.meta.dirname, '../../..'))).not.toThrow();
});
