import { codeHeader, type Files } from './output.ts';
import type { Spec } from './spec.ts';

/** default-seed.js: the default seed as its text, comments and all, so that a program of one file carries it along. */
export function buildDefaultSeed(spec: Spec): Files {
  const text = spec.text('seeds/default.yaml');
  return new Map([
    ['generated/default-seed.js', `${codeHeader}export const defaultSeed = ${toTemplate(text)};\n`],
    [
      'generated/default-seed.d.ts',
      `${codeHeader}\n/** The seed of a server that is given none, in YAML. */\nexport declare const defaultSeed: string;\n`,
    ],
  ]);
}

/** A template string, whose lines stay lines: a change of the seed shows as that change. */
function toTemplate(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, '\\$&')}\``;
}
