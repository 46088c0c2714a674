import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keep, readKept } from '../test/kept-file.ts';
import type { Spec } from './spec.ts';
import type { Build } from './steps.ts';

/** The modules of the steps are loaded only if the steps run. */
const runAll = async (spec: Spec): Promise<Build> => (await import('./steps.ts')).runSteps(spec);

/**
 * Runs every step, unless another process of the same test run has built the same sources with the same code. Tests follow recipes in copies of
 * the repository, and build the same contract in many of them.
 *
 * @param folder keeps the build; without one, everything is built
 */
export async function buildContract(
  spec: Spec,
  folder = process.env.CONTRACT_BUILDS,
  run: (spec: Spec) => Promise<Build> = runAll,
): Promise<Build> {
  if (folder === undefined) return run(spec);
  const sources = [...spec.sources()];
  const place = join(folder, `${digestOf(sources)}.json`);
  const kept = readKept(place);
  if (kept !== undefined) return parse(String(kept));
  const built = await run(spec);
  keep(place, JSON.stringify({ ...built, files: [...built.files] }));
  return built;
}

function parse(text: string): Build {
  const { files, problems } = JSON.parse(text) as { files: [string, string][]; problems: string[] };
  return { files: new Map(files), problems };
}

/** A digest of the sources and of the code that builds from them. */
function digestOf(sources: readonly (readonly [string, string])[]): string {
  const code = readdirSync(import.meta.dirname)
    .toSorted()
    .map((name) => [name, readFileSync(join(import.meta.dirname, name), 'utf8')]);
  return createHash('sha256')
    .update(JSON.stringify([sources, code]))
    .digest('hex');
}
