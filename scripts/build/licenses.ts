import { globSync, readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { EMBEDDED } from './embedded-code.ts';

/** The head of a package in a path, with the packages that it is nested in. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const TEXTS = '{LICENSE,LICENCE,License,license,licence,NOTICE}*';
/** How bundlers mark code from another package. */
const REGION = /^\/\/#region \S*node_modules\/(?!\.pnpm\/)((?:@[^/\s]+\/)?[^/\s]+)\//gm;
/** The beginning of a WebAssembly module in base64. */
const WEB_ASSEMBLY = /['"`]AGFzbQ/;

/** Code in dist has no license. The message names the code, and the file to add its license to. */
class LicenseError extends Error {
  readonly code = 'license-missing';
}

/** The folders of the packages that files belong to, in order. */
export function packagesOf(inputs: readonly string[]): string[] {
  return [...new Set(inputs.flatMap((path) => PACKAGE.exec(path)?.[0] ?? []))].sort();
}

/**
 * Collects the licenses of the packages whose code is in dist, and of the code inside those packages. The licenses require that a copy
 * accompanies the code.
 *
 * @param inputs the files that went into dist
 * @throws LicenseError if the license of some code is missing
 */
export function collectLicenses(inputs: readonly string[]): string {
  const packages = packagesOf(inputs).map((folder) => readPackage(folder, inputs));
  const names = new Set(packages.map(({ name }) => name));
  for (const path of inputs) checkOrigins(path, names);
  const embedded = EMBEDDED.filter(({ inside }) => inside.some((name) => names.has(name)));
  const entries = [
    ...packages,
    ...embedded.map(({ name, inside, source }) => ({
      title: `${name}, in ${inside.join(' and ')}\n${source}`,
      texts: [readEmbedded(name)],
    })),
  ];
  // Many packages have the same text.
  const same = Map.groupBy(entries, ({ texts }) => texts.join('\n'));
  return [...same]
    .map(([text, owners]) => entry(owners.map(({ title }) => title).join('\n'), text))
    .join('\n');
}

/** The license of code inside another package. */
export function readEmbedded(name: string): string {
  return readFileSync(new URL(`embedded-licenses/${name}.txt`, import.meta.url), 'utf8');
}

function readPackage(folder: string, inputs: readonly string[]) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const files = foldersOf(folder, inputs).flatMap((path) => globSync(`${path}/${TEXTS}`).sort());
  const texts = files.map((file) =>
    dirname(file) === folder
      ? readFileSync(file, 'utf8')
      : `${relative(folder, file)}\n\n${readFileSync(file, 'utf8')}`,
  );
  return {
    name: name as string,
    title: `${name} ${version}`,
    texts: texts.length > 0 ? texts : [`License: ${license}\n`],
  };
}

/** The folders from a package down to its bundled files. The license of copied code is next to that code. */
function foldersOf(folder: string, inputs: readonly string[]): string[] {
  const folders = new Set([folder]);
  for (const path of inputs) {
    if (!path.startsWith(`${folder}/`) || path.startsWith(`${folder}/node_modules/`)) continue;
    for (let at = dirname(path); at.length > folder.length; at = dirname(at)) folders.add(at);
  }
  return [...folders].sort();
}

/** Checks that the license of everything in a file is among the texts. */
function checkOrigins(path: string, names: ReadonlySet<string>): void {
  const [folder] = PACKAGE.exec(path) ?? [];
  if (folder === undefined) return;
  const text = readFileSync(path, 'utf8');
  const owner = packageName(folder);
  const isEmbedded = (name?: string) =>
    EMBEDDED.some((code) => code.inside.includes(owner) && (name === undefined || code.name === name));
  for (const [, name = ''] of text.matchAll(REGION)) {
    if (!names.has(name) && !isEmbedded(name)) throw missing(path, name);
  }
  const hasOwnLicense = globSync(`${dirname(path)}/${TEXTS}`).length > 0;
  if (WEB_ASSEMBLY.test(text) && !hasOwnLicense && !isEmbedded()) throw missing(path, 'a WebAssembly module');
}

function packageName(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function missing(path: string, what: string): LicenseError {
  return new LicenseError(
    `${path} contains ${what}, whose license is not in dist; add it to scripts/build/embedded-code.ts with its text`,
  );
}

function entry(titles: string, text: string): string {
  return `${titles}\n\n${text}\n${'-'.repeat(80)}\n`;
}
