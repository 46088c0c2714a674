import { expect, it } from 'vitest';
import { buildDefaultSeed } from '../../../scripts/generate/default-seed.ts';
import { importCode } from './compiled.ts';
import { smallSpec } from './small-spec.ts';

it.each([
  ['with its comments', '# One pet.\npets: [{ name: Rex }]\n'],
  ['with characters that are special in a template', "a: '`\\n` $\u007bb} \\$\u007bc} \\\\ $d {e}'\n"],
])('contains the text of the seed %s', async (_case, text) => {
  const files = buildDefaultSeed(smallSpec({ 'seeds/default.yaml': text }));
  const { defaultSeed } = await importCode<{ defaultSeed: string }>(files.get('generated/default-seed.js'));
  expect(defaultSeed).toBe(text);
});
