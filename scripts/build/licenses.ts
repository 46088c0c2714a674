import { globSync, readFileSync } from 'node:fs';

/**
 * Collects the licenses of the packages whose code is in dist. They require that a copy comes with the code.
 * @param inputs the files that went into dist
 */
export function collectLicenses(inputs: readonly string[]): string {
  const folders = new Set(
    inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  return [...folders].sort().map(readLicense).join('\n');
}

function readLicense(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const [file] = globSync(`${folder}/{LICENSE,LICENCE,License,license,licence}*`);
  const text = file === undefined ? `License: ${license}\n` : readFileSync(file, 'utf8');
  return `${name} ${version}\n\n${text}\n${'-'.repeat(80)}\n`;
}
