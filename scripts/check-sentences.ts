/**
 * Writes next to each check the sentences of the requirements that it verifies, so that the checks can be audited
 * against the contract by reading them in order. `npm run generate` runs this last.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addSentences, type Sentences } from './check-sentences/add-sentences.ts';
import type { Files } from './generate/output.ts';
import type { Build } from './generate/steps.ts';

const CHECKS = 'src/conformance/checks';

/**
 * Builds the source of every check with its sentences, from the registry among the files just built. Builds nothing
 * if the registry could not be built.
 */
export function buildCheckSentences(root: string, built: Files): Build {
  const sentences = readSentences(built);
  if (!sentences) return { files: new Map(), problems: [] };
  const annotated = listChecks(root).map((path) => ({
    path,
    ...addSentences(path, readFileSync(join(root, path), 'utf8'), sentences),
  }));
  return {
    files: new Map(annotated.map(({ path, source }) => [path, source])),
    problems: annotated.flatMap(({ problems }) => problems),
  };
}

/** The sources of the checks, relative to the repository, sorted. */
export function listChecks(root: string): readonly string[] {
  const folder = join(root, CHECKS);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `${CHECKS}/${path.replaceAll('\\', '/')}`)
    .sort();
}

function readSentences(built: Files): Sentences | undefined {
  const text = built.get('generated/requirements.json');
  if (text === undefined) return undefined;
  const { requirements } = JSON.parse(text) as Registry;
  return new Map(requirements.map(({ id, text }) => [id, text]));
}

interface Registry {
  readonly requirements: readonly { readonly id: string; readonly text: string }[];
}
