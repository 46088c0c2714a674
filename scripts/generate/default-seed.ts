import { codeHeader, type Files } from './output.ts';
import type { Spec } from './spec.ts';

/**
 * default-seed.js: the default seed as text, including comments, so that a single-file program contains it; and as a parsed
 * value, since parsing the YAML would take most of a server's start-up time.
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
      `${codeHeader}import type { Seed } from './input-files.js';\n\n/** The seed that a server uses by default, in YAML. */\nexport declare const defaultSeed: string;\n\n/** The same seed, parsed. */\nexport declare const defaultSeedValue: Seed;\n`,
    ],
  ]);
}

/** reference-profile.js: the text of the profile with which the suite judges a reference server that has the default seed. */
export function buildReferenceProfile(spec: Spec): Files {
  const text = spec.text('profiles/reference.yaml');
  return new Map([
    ['generated/reference-profile.js', `${codeHeader}export const referenceProfile = ${toTemplate(text)};\n`],
    [
      'generated/reference-profile.d.ts',
      `${codeHeader}\n/** The profile of a reference server with the default seed, in YAML. */\nexport declare const referenceProfile: string;\n`,
    ],
  ]);
}

/** Writes text as a template string with the same lines, so that a diff shows which line of the seed changed. */
function toTemplate(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, '\\$&')}\``;
}
