import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';
import { buildProject, type Project } from '../docs/built-package.ts';
import { readFences } from '../docs/fence.ts';
import { BUN } from '../runtimes/programs.ts';

/** A name that only the proxy knows, so that no answer can arrive in any other way. */
const SERVICE = 'http://service.example';
const PROXY = 'http://proxy.example:3128';

const recipes = readFences(readFileSync(resolve(repositoryRoot, 'docs/client.md'), 'utf8'));

let project: Project;
let service: Server;
let proxy: Server;

beforeAll(async () => {
  project = await buildProject(['undici']);
  service = createServer((_, answer) => answer.end('{"data":{"permission_modes":["manual","auto"]}}'));
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const { address: hostname, port } = service.address() as AddressInfo;
  proxy = createServer(({ url, method, headers }, answer) => {
    const { pathname } = new URL(url ?? '');
    const forwarded = request({ hostname, port, path: pathname, method, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 0, from.headers);
      from.pipe(answer);
    });
    forwarded.end();
  });
  proxy.on('connect', (_, socket) => {
    const target = connect(port, hostname, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    target.pipe(socket).pipe(target);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
});

afterAll(async () => {
  for (const server of [proxy, service]) {
    server?.closeAllConnections();
    server?.close();
  }
  project?.remove();
});

const proxyUrl = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

/** Runs the recipe of the guide with this note. @param change removes the parts that this way of using a proxy does not need */
async function run(
  program: string,
  note: string,
  env: NodeJS.ProcessEnv = {},
  change = (code: string) => code,
) {
  const recipe = recipes.find((fence) => fence.language === 'js' && fence.note === note);
  const file = project.write(`${note}.mjs`, change(recipe?.code ?? '').replaceAll(PROXY, proxyUrl()));
  const options = { cwd: project.folder, env: { ...testEnvironment(), ...env } };
  return (await promisify(execFile)(program, [file], options)).stdout;
}

const ANSWER = /^\[ ['"]manual['"], ['"]auto['"] \]\n$/;

describe('a proxy carries the calls', () => {
  it('of undici, as the guide shows it', async () => {
    expect(await run(process.execPath, 'undici')).toMatch(ANSWER);
  });

  it('of Node, by the environment alone', async () => {
    const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxyUrl() };
    const plain = (code: string) => code.replace(/^ *fetchOptions.*\n/m, '');
    expect(await run(process.execPath, 'bun', env, plain)).toMatch(ANSWER);
  });

  it.for(['by an option, as the guide shows it', 'by the environment alone'])(
    'of Bun, %s',
    async (how, { skip }) => {
      skip(BUN.missing !== undefined, BUN.missing);
      const [env, change] = how.includes('option')
        ? [{}, (code: string) => code]
        : [{ HTTP_PROXY: proxyUrl() }, (code: string) => code.replace(/^ *fetchOptions.*\n/m, '')];
      expect(await run(BUN.program, 'bun', env, change)).toMatch(ANSWER);
    },
  );

  it('and without one nothing reaches the service', async () => {
    const plain = (code: string) => code.replace(/^ *fetchOptions.*\n/m, '');
    await expect(run(process.execPath, 'bun', {}, plain)).rejects.toThrow(
      new RegExp(`the connection to ${new URL(SERVICE).host} failed`),
    );
  });
});

it('the dispatcher without limits that the guide shows carries calls', async () => {
  const { address, port } = service.address() as AddressInfo;
  const here = (code: string) => code.replace(SERVICE, `http://${address}:${port}`);
  expect(await run(process.execPath, 'dispatcher', {}, here)).toMatch(ANSWER);
});
