import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { startReferenceServer } from '../../src/alterations/index.ts';
import { machineClock } from '../../src/conformance/drive/run-clock.ts';
import { JOURNEYS } from '../../src/conformance/journeys/catalogue/index.ts';
import { judgeClient } from '../../src/conformance/journeys/judge-client.ts';
import { processDriver } from '../../src/conformance/journeys/process-driver.ts';
import { readWorld } from '../../src/conformance/journeys/worlds.ts';
import { runProgram } from '../interop/consumer.ts';

const folder = join(import.meta.dirname, 'clients');
const generated = join(folder, 'generated');
const generator = join(import.meta.dirname, '../interop/node_modules/@hey-api/openapi-ts/dist/run.mjs');

/** A mistake of one of these clients, as clients/mistakes.yaml has it. */
interface Mistake {
  readonly client: string;
  readonly id: string;
  /** The journey and the world that show it, and the requirement that names it. Absent if no run shows it. */
  readonly found?: { readonly journey: string; readonly world?: string; readonly requirement: string };
}

const MISTAKES = parse(readFileSync(join(folder, 'mistakes.yaml'), 'utf8')) as readonly Mistake[];

/** Clients that were written without looking at our sources. */
const CLIENTS = {
  go: {
    command: join(folder, 'go/.build/driver'),
    args: [],
    missing: spawnSync('go', ['version']).status === 0 ? undefined : 'there is no `go` in PATH',
  },
  python: {
    command: join(folder, 'python/.venv/bin/python'),
    args: [join(folder, 'python/driver.py')],
    missing: existsSync(join(folder, 'python/.venv')) ? undefined : '.ci/run has not installed its packages',
  },
  generated: {
    command: process.execPath,
    args: [join(generated, '.build/driver.js')],
    missing: existsSync(generator) ? undefined : 'the packages of test/interop are not installed',
  },
} as const;

beforeAll(() => {
  const options = { cwd: join(folder, 'go') };
  if (CLIENTS.go.missing === undefined)
    execFileSync('go', ['build', '-o', CLIENTS.go.command, './driver'], options);
});

beforeAll(async () => {
  if (CLIENTS.generated.missing !== undefined) return;
  const root = join(import.meta.dirname, '../..');
  const generate = [generator, '--input', join(root, 'generated/openapi.json'), '--output', '.build/api'];
  const compile = [join(root, 'node_modules/typescript/bin/tsc'), '--project', '.'];
  for (const args of [generate, compile])
    expect(await runProgram(generated, process.execPath, args)).toMatchObject({ exitCode: 0 });
  const options = { bundle: true, platform: 'node', format: 'esm' } as const;
  await build({
    ...options,
    entryPoints: [join(generated, 'driver.ts')],
    outfile: CLIENTS.generated.args[0],
  });
}, 120_000);

afterEach(() => void vi.unstubAllEnvs());

async function judge(client: keyof typeof CLIENTS, journey = '', world = 'sound') {
  const { command, args } = CLIENTS[client];
  const { verdict, requirements, incomplete } = await judgeClient({
    name: client,
    journeys: JOURNEYS.filter(({ name }) => name.startsWith(journey)),
    worldsOf: () => [readWorld(world)],
    serve: startReferenceServer,
    driver: processDriver(command, args),
    timeScale: 60,
    concurrency: 3,
    signal: new AbortController().signal,
    clock: machineClock,
    again: (name) => name,
  });
  return {
    verdict,
    incomplete,
    violated: requirements.filter(({ violations }) => violations > 0).map(({ id }) => id),
  };
}

describe.each(['go', 'python', 'generated'] as const)('the client in test/peers/clients/%s', (client) => {
  beforeEach(({ skip }) => {
    const { missing } = CLIENTS[client];
    if (missing !== undefined) skip(missing);
  });

  it('is conformant', async () => {
    expect(await judge(client)).toEqual({ verdict: 'conformant', incomplete: [], violated: [] });
  });

  const found = MISTAKES.filter((mistake) => mistake.client === client && mistake.found);
  it.each(found.map((mistake) => [mistake.id, mistake] as const))(
    'is nonconformant with the mistake %s',
    async (id, { found: { journey = '', world, requirement } = {} }) => {
      vi.stubEnv('MISTAKE', id);
      expect((await judge(client, journey, world)).violated).toContain(requirement);
    },
  );
});
