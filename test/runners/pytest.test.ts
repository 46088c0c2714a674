import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { type ReferenceServer, startReferenceServer } from '../../src/alterations/index.ts';
import { readFences } from '../docs/fence.ts';
import { makeProject, type Project } from './project.ts';

/** A machine without pytest skips its tests: no package of npm installs it. */
function hasPytest(): boolean {
  try {
    return (
      execFileSync('python3', ['-m', 'pytest', '--version'], { stdio: ['ignore', 'pipe', 'ignore'] }).length >
      0
    );
  } catch {
    return false;
  }
}

describe.skipIf(!hasPytest())('the example for pytest', () => {
  let project: Project;
  let sound: ReferenceServer;
  let broken: ReferenceServer;

  beforeAll(async () => {
    const guide = readFences(readFileSync(resolve(repositoryRoot, 'docs/conformance.md'), 'utf8'));
    project = await makeProject();
    project.write('test_contract.py', guide.find(({ note }) => note === 'pytest')?.code ?? '');
    sound = await startReferenceServer({ log: 'none' });
    broken = await startReferenceServer({
      log: 'none',
      breakages: ['chats.name.at-most-200/createChat:name/trimmed-to-limit'],
    });
  });

  afterAll(async () => {
    await Promise.all([sound?.close(), broken?.close()]);
    project?.remove();
  });

  const runAgainst = (url: string, token = 'harbor-main') => {
    const variables = {
      TARGET: url,
      CONVERSATION_API_TOKEN: token,
      FLAGS: '--only requests.createChat.name.one-more',
    };
    return project.run(['-m', 'pytest', '-v', '-rs', '-p', 'no:cacheprovider'], variables, 'python3');
  };

  it('passes at a sound server, and skips what was not judged, with a reason', async () => {
    const { code, said } = await runAgainst(sound.url);
    expect(said).toMatch(/test_requirement\[chats\.name\.at-most-200\] PASSED/);
    expect(said).toMatch(/test_requirement\[stream\.terminal\.last\] SKIPPED/);
    expect(said).toContain('not selected');
    expect({ code, said }).toMatchObject({ code: 0 });
  });

  it('fails at a server that breaks a requirement, with the requirement and the evidence', async () => {
    const { code, said } = await runAgainst(broken.url);
    expect(said).toMatch(/test_requirement\[chats\.name\.at-most-200\] FAILED/);
    expect(said).toMatch(/http.*: expected .*, actual /);
    expect({ code, said }).toMatchObject({ code: 1 });
  });

  it('ends with the exit code of the command if it cannot judge', async () => {
    expect(await runAgainst(sound.url, 'not-a-token')).toMatchObject({ code: 2 });
  });
});
