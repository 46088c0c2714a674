import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { readCorpus } from './corpus.ts';
import { countsOf, runToolchain } from './run-toolchain.ts';
import type { Measurements } from './table.ts';
import { toolchains } from './toolchains.ts';

const { now } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, 'measured.json'), 'utf8'),
) as Measurements;
const items = readCorpus();

it.each(toolchains.filter(({ needs }) => needs.length === 0))(
  '$id decodes and calls as docs/interop.md says',
  async (toolchain) => {
    const result = await runToolchain(toolchain, repositoryRoot, items);
    if (result.state !== 'measured') throw new Error(`${result.state}: ${result.why}`);
    expect(countsOf(result)).toEqual(now[toolchain.id]);
  },
);
