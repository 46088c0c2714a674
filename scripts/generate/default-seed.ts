import { codeHeader, type Files } from './output.ts';
import type { Spec } from './spec.ts';

/**
 * default-seed.js: the default seed as its text, comments and all, so that a program of one file carries it along; and as its
 * value, since reading YAML takes most of the time in which a server starts.
 */
export function buildDefaultSeed(spec: Spec): Files {
  const text = spec.text('seeds/default.yaml');
  return new Map([
    [
      'generated/default-seed.js',
      `${codeHeader}export const defaultSeed = ${toTemplate(text)};\n\nexport const defaultSeedValue = ${JSON.stringify(spec.object('seeds/default.yaml'), null, 2)};\n`,
    ],
    [
      'generated/default-seed.d.ts',
      `${codeHeader}import type { Seed } from './input-files.js';\n\n/** The seed of a server that is given none, in YAML. */\nexport declare const defaultSeed: string;\n\n/** The same, read. */\nexport declare const defaultSeedValue: Seed;\n`,
    ],
  ]);
}

/** reference-profile.js: the profile by which the suite judges a reference server with the default seed, as its text. */
export function buildReferenceProfile(spec: Spec): Files {
  const text = spec.text('profiles/reference.yaml');
  return new Map([
    ['generated/reference-profile.js', `${codeHeader}export const referenceProfile = ${toTemplate(text)};\n`],
    [
      'generated/reference-profile.d.ts',
      `${codeHeader}\n/** What the suite is told about a reference server with the default seed, in YAML. */\nexport declare const referenceProfile: string;\n`,
    ],
  ]);
}

/** A template string, whose lines stay lines: a change of the seed shows as that change. */
function toTemplate(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, '\\$&')}\``;
}
