import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultSeedValue } from '../../generated/default-seed.js';
import { referenceProfile } from '../../generated/reference-profile.js';
import manifest from '../../package.json' with { type: 'json' };
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { createClient } from '../../src/client/index.ts';
import { BuiltCommand } from './built-command.ts';
import { NODES } from './nodes.ts';

const recordings = resolve(repositoryRoot, 'test/recordings');
const command = new BuiltCommand();

beforeAll(() => command.build());

afterAll(() => command.remove());

const lastLineOf = (text: string) => text.trimEnd().split('\n').at(-1);

describe.for(NODES)('the command on Node $version', ({ program, version, missing }) => {
  it('prints its version', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const said = await command.run(program, ['--version']);
    expect(said).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  it('judges recordings with several threads', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const sound = await command.run(program, ['check', '--jobs', '2', `${recordings}/valid/*.sse`]);
    expect(sound).toMatchObject({ code: 0, stderr: '' });
    expect(lastLineOf(sound.stdout)).toMatch(/^conformant, recording: \d+ inputs/);
    const broken = await command.run(program, ['check', `${recordings}/broken/step-timestamp-epoch.sse`]);
    expect(broken).toMatchObject({ code: 1, stderr: '' });
    expect(broken.stdout).toContain('steps.timestamp.date-time (must)');
  });

  it('serves from a file, and stops on a signal', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const server = await command.serve(program, '--data', join(command.folder, `${version}.db`));
    const { chats, turns } = createClient({ baseUrl: server.url, token: 'harbor-main' });
    const { id } = await chats.create({ name: 'Hours' });
    const content = 'When?\n\n```script\n[{"say": "We open at 10:00."}]\n```';
    expect(await turns.stream(id, { content }).text()).toBe('We open at 10:00.');
    const { data } = await turns.list(id);
    expect(data.map((message) => message.content)).toContain('We open at 10:00.');
    const { code, stderr } = await server.stop();
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^conversation-api /) });
  });
});

// The suite and the server together use nearly all of the package, so they would find anything that an older Node lacks.
describe('the suite and the server on the oldest Node', () => {
  const { program, missing } = NODES[0] ?? { program: '', missing: 'none is pinned' };
  const TIME_SCALE = 100;

  it.skipIf(missing)('find nothing wrong with each other', async () => {
    const profile = join(command.folder, 'profile.json');
    writeFileSync(profile, `${referenceProfile}\ntimers:\n  time_scale: ${TIME_SCALE}\n`);
    const tokens = defaultSeedValue.credentials.map(({ id, token }) => [
      `HARBOR_${id.toUpperCase().replaceAll('-', '_')}`,
      token,
    ]);
    const server = await command.serve(program, '--faults', '--time-scale', `${TIME_SCALE}`);
    const args = ['check', server.url, '--profile', profile, '--fast', '--concurrency', '8'];
    const { code, stdout, stderr } = await command.run(program, args, Object.fromEntries(tokens));
    expect(await server.stop()).toMatchObject({ code: 0 });
    expect(code, stdout + stderr).toBe(0);
    expect(lastLineOf(stdout)).toMatch(/^conformant, live: \d{3} judged, /);
  });
});
