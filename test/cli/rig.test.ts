import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';
import { renderScript } from '../../src/rig/script/render-script.ts';
import { runInProcess } from './run-in-process.ts';
import { makeWorkspace } from './workspace.ts';

const children: ChildProcessWithoutNullStreams[] = [];
const workspace = makeWorkspace();

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Starts the command. @returns its process and its greeting */
async function startRig(...flags: string[]) {
  const args = [resolve(repositoryRoot, 'src/cli/main.ts'), 'rig', '--port', '0', ...flags];
  const child = spawn(process.execPath, args, { env: testEnvironment() });
  children.push(child);
  let greeting = '';
  for await (const piece of child.stderr) {
    greeting += piece;
    if (greeting.includes('Ctrl-C')) {
      return { child, greeting, url: /listening on (\S+)/.exec(greeting)?.[1] ?? '' };
    }
  }
  throw new Error(`the rig stopped before it listened: ${greeting}`);
}

const plan = { title: 'Easter', context: '', steps: [], notes: '' };
const request = {
  model: 'large',
  messages: [{ role: 'user', content: renderScript([{ plan }]) }],
  tools: [
    {
      type: 'function',
      function: { name: 'propose', parameters: { properties: { what: { type: 'string' } } } },
    },
  ],
};

async function ask(url: string): Promise<{ choices: { message: unknown }[] }> {
  const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(request) });
  return (await answer.json()) as { choices: { message: unknown }[] };
}

describe('rig', () => {
  it('prints its addresses, prints the tools of the service once, and stops on a signal', async () => {
    const { child, greeting, url } = await startRig('--inspect');
    for (const place of ['/v1 ', '/fallback/v1 ', '/mcp ']) expect(greeting).toContain(`${url}${place}`);
    let shown = '';
    child.stdout.on('data', (piece) => {
      shown += piece;
    });
    await ask(url);
    await ask(url);

    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    expect(parse(shown)).toEqual([{ name: 'propose', input: { what: '<string>' } }]);
  });

  it('calls tools from the profile for acts that name no tool', async () => {
    const profile = 'profile: 1\nrig: { tools: { plan: { name: propose, input: { what: $title } } } }\n';
    const { url } = await startRig('--tools', workspace.write('profile.yaml', profile));
    expect((await ask(url)).choices[0]?.message).toMatchObject({
      tool_calls: [{ function: { name: 'propose', arguments: '{"what":"Easter"}' } }],
    });
  });

  it('refuses to listen to other machines without --insecure', async () => {
    const { code, stderr } = await runInProcess(['rig', '--host', '0.0.0.0', '--port', '0']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^conversation-api: 0\.0\.0\.0 can be reached from other machines.*--insecure.*\n$/,
    );
  });

  it('reports in one line that its port is in use', async () => {
    const { url } = await startRig();
    const { port } = new URL(url);
    const { code, stderr } = await runInProcess(['rig', '--port', port]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `conversation-api: cannot listen on 127.0.0.1:${port}: another program uses the port; stop it, or choose another port (0 takes any free port)\n`,
    );
  });

  it.each([
    [['--port', '70000'], '--port cannot be "70000"; it must be a whole number from 0 to 65535'],
    [['--time-scale', '0'], '--time-scale cannot be "0"; it must be a whole number from 1 to 1000000'],
    [['--tools', 'missing.yaml'], '--tools missing.yaml cannot be read: there is no such file'],
    [['--host', ''], '--host needs a value; is a variable of your script empty?'],
    [['4020'], 'rig takes flags only; see rig --help'],
  ])('refuses %j in one line', async (flags, line) => {
    const { code, stderr } = await runInProcess(['rig', ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(line);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it.each([
    ['profile: 1\nrig: { tools: { plan: { nmae: x } } }\n', 'rig.tools.plan'],
    [
      'profile: 1\nrig: { tools: { plan: { name: x, input: { a: $titel } } } }\n',
      'rig.tools.plan: there is no "$titel" here; use one of "$title"',
    ],
  ])('explains what is wrong with a profile: %j', async (text, problem) => {
    const file = workspace.write('profile.yaml', text);
    const { code, stderr } = await runInProcess(['rig', '--port', '0', '--tools', file]);
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
  });
});
