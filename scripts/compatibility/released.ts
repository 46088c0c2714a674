/** Reads and writes the editions in spec/released. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toJson } from '../generate/output.ts';
import { isObject, type JsonObject } from '../generate/spec.ts';
import type { FrozenIds } from '../ids/frozen-ids.ts';
import type { Edition } from './compare.ts';
import { compareVersions, parseVersion } from './version.ts';

/** An edition, or the contract that a new edition is made from, is broken. */
export class EditionError extends Error {
  readonly code = 'broken-edition';
}

/** One entry of spec/released/index.json. */
export interface ReleasedEdition {
  readonly version: string;
  /** The day of its release, in UTC. */
  readonly date: string;
  /** SHA-256 of each of its files: an edition never changes. */
  readonly digests: Readonly<Record<string, string>>;
}

const folder = 'spec/released';
const indexPath = `${folder}/index.json`;
const contractFiles = ['asyncapi.json', 'openapi.json', 'errors.json', 'requirements.json'] as const;
const files = [...contractFiles, 'ids.json'] as const;
type Texts<File extends string> = Readonly<Record<File, string>>;
type ContractTexts = Texts<(typeof contractFiles)[number]>;
type EditionTexts = Texts<(typeof files)[number]>;

const immutable = 'an edition never changes';

/** The current contract, from generated/. */
export function readCurrent(root: string): { readonly version: string; readonly edition: Edition } {
  const edition = parseEdition('generated/', currentFiles(root));
  const [version, other] = [edition.openapi, edition.asyncapi].map(versionOf);
  if (version === undefined || version !== other) {
    throw new EditionError(
      `info.version is ${version} in openapi.yaml and ${other} in asyncapi.yaml; give both the same version`,
    );
  }
  parseVersion(version);
  return { version, edition };
}

/** The released editions from the lowest to the highest. @throws EditionError if a released file has changed or is missing */
export function readReleased(root: string): ReleasedEdition[] {
  if (!existsSync(join(root, folder))) return [];
  const text = readText(root, indexPath, 'it names the editions with their digests');
  const index = parseJson(indexPath, text) as readonly ReleasedEdition[];
  const known = index.map(({ version }) => version);
  const unknown = readdirSync(join(root, folder)).find(
    (name) => name !== 'index.json' && !known.includes(name),
  );
  if (unknown !== undefined) throw new EditionError(`${folder}/${unknown} is no edition of ${indexPath}`);
  for (const edition of index) readFiles(root, edition);
  return index.toSorted((a, b) => compareVersions(parseVersion(a.version), parseVersion(b.version)));
}

export function readEdition(root: string, edition: ReleasedEdition): Edition {
  return parseEdition(`${folder}/${edition.version}/`, readFiles(root, edition));
}

/** The ids that an edition freezes. */
export function readFrozenIds(root: string, edition: ReleasedEdition): FrozenIds {
  return JSON.parse(readFiles(root, edition)['ids.json']);
}

/**
 * Writes the current contract as a new edition, and returns its entry.
 * @param ids the ids that the edition freezes
 * @param date the day of the release
 * @throws EditionError if there is an edition of this version or a higher one
 */
export function writeEdition(root: string, ids: FrozenIds, date: string): ReleasedEdition {
  const { version } = readCurrent(root);
  const released = readReleased(root);
  const highest = released.at(-1);
  if (highest !== undefined && compareVersions(parseVersion(version), parseVersion(highest.version)) <= 0) {
    throw new EditionError(
      `edition ${highest.version} is released, and ${immutable}; raise info.version above it (it is ${version})`,
    );
  }
  const texts: EditionTexts = { ...currentFiles(root), 'ids.json': toJson(ids) };
  mkdirSync(join(root, folder, version), { recursive: true });
  for (const file of files) writeFileSync(join(root, folder, version, file), texts[file]);
  const edition = { version, date, digests: ofEach(files, (file) => digestOf(texts[file])) };
  writeFileSync(join(root, indexPath), toJson([...released, edition]));
  return edition;
}

function readFiles(root: string, { version, digests }: ReleasedEdition): EditionTexts {
  return ofEach(files, (file) => {
    const path = `${folder}/${version}/${file}`;
    const text = readText(root, path, immutable);
    if (digestOf(text) !== digests[file])
      throw new EditionError(`${path} is not as it was released; ${immutable}`);
    return text;
  });
}

function currentFiles(root: string): ContractTexts {
  return ofEach(contractFiles, (file) => {
    const path = `generated/${file}`;
    const text = readText(root, path, '`npm run generate` builds it');
    return file === 'requirements.json' ? toJson(levelsOf(parseJson(path, text))) : text;
  });
}

/** The level of each requirement: the part of the registry that an edition keeps. */
function levelsOf(registry: unknown): Record<string, string> {
  const rows = isObject(registry) && Array.isArray(registry.requirements) ? registry.requirements : [];
  return Object.fromEntries(rows.map(({ id, level }: { id: string; level: string }) => [id, level]));
}

function parseEdition(place: string, texts: ContractTexts): Edition {
  const values = ofEach(contractFiles, (file) => parseJson(`${place}${file}`, texts[file]));
  return {
    asyncapi: values['asyncapi.json'] as JsonObject,
    openapi: values['openapi.json'] as JsonObject,
    errors: values['errors.json'] as readonly JsonObject[],
    requirements: values['requirements.json'] as Readonly<Record<string, string>>,
  };
}

function ofEach<File extends string, Value>(list: readonly File[], make: (file: File) => Value) {
  return Object.fromEntries(list.map((file) => [file, make(file)])) as Record<File, Value>;
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new EditionError(`${path} is not JSON`);
  }
}

/** @param mend what to do if the file is missing */
function readText(root: string, path: string, mend: string): string {
  const place = join(root, path);
  if (!existsSync(place)) throw new EditionError(`${path} is missing; ${mend}`);
  return readFileSync(place, 'utf8');
}

function versionOf({ info }: JsonObject): string | undefined {
  return isObject(info) && typeof info.version === 'string' ? info.version : undefined;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
