import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { referenceTokens } from '../../src/cli/reference-profile.ts';
import { spawnMeasured } from '../bench/spawn-measured.ts';

const KINDS = ['chats', 'numbers', 'text', 'pings', 'deltas', 'steps', 'mixed'] as const;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** In MiB. Limit for the peak memory of the command while a target floods it. */
export const MOST_MEMORY = 220;

export interface Flooded {
  readonly kind: string;
  /** Peak resident memory of the command, in MiB. */
  readonly peak: number;
  readonly exitCode: number | null;
}

/**
 * Runs the built command against targets that answer with as many bytes as the suite accepts.
 *
 * @param until no run starts after this time, in milliseconds since the epoch
 */
export async function soakFloods(profile: string, until: number): Promise<Flooded[]> {
  const results: Flooded[] = [];
  for (const kind of KINDS)
    if (results.length === 0 || Date.now() < until) results.push(await runUnder(kind, profile));
  return results;
}

/** Runs the built command against a target that answers with floods of one kind. */
export async function runUnder(kind: (typeof KINDS)[number], profile: string): Promise<Flooded> {
  const server = spawn(process.execPath, ['test/fuzz/flood-server.ts', kind], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [url] = (await once(createInterface(server.stdout), 'line')) as [string];
    const args = ['dist/bin/conversation-api.cjs', 'check', url, '--profile', profile, '--reporter', 'json'];
    const { code, mebibytes } = await spawnMeasured(args, {
      cwd: ROOT,
      env: { ...process.env, ...referenceTokens() },
    }).ended;
    return { kind, peak: mebibytes, exitCode: code };
  } finally {
    server.kill();
  }
}
