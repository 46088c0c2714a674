import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'vitest';
import { testEnvironment } from '../../scripts/test/environment.ts';
import { findPort } from '../find-port.ts';

/** How a block ended, and its output on both streams. */
export interface Ran {
  readonly code: number | null;
  readonly said: string;
}

/** Commands that run until they are stopped, and the flag of their address. */
const SERVERS: readonly (readonly [command: RegExp, flag: string])[] = [
  [/conversation-api serve\b(?!.* --print-seed)/, ' --port 4010'],
  [/conversation-api rig\b/, ' --port 4020'],
  [/conversation-api record\b/, ' --port 4040'],
  [/^npm run mock\b/, ' -- --port 4010'],
];
const PORT = /(?<=:|--port )\d{4}\b/g;
const PORTS = ['4010', '4011', '4020', '4040', '5173'];
/** A run of the suite. The checks that wait take minutes. */
const RUN = /check (?=http|"\$URL"|--profile)(?!.* --(?:fast|plan|explore|replay))/g;
const COMMENT = / +# .*$/;

/**
 * A terminal in which the blocks of a page run as printed, with three exceptions: each port is replaced by a free one, the server of an example
 * by a given one, and runs of the suite leave out checks that wait.
 */
export class PageShell {
  readonly #folder: string;
  readonly #url: string;
  readonly #variables: NodeJS.ProcessEnv;
  readonly #ports: ReadonlyMap<string, number>;
  readonly #servers = new Map<number, ChildProcess>();

  private constructor(folder: string, url: string, programs: string, ports: ReadonlyMap<string, number>) {
    this.#folder = folder;
    this.#url = url;
    this.#ports = ports;
    const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_ENV$)/i.test(name));
    const { PATH, ...rest } = testEnvironment(Object.fromEntries(inherited));
    const variables = { CONVERSATION_API_TOKEN: 'harbor-main', URL: url };
    this.#variables = { ...rest, ...variables, PATH: `${programs}:${PATH}` };
  }

  /**
   * @param url a server that the page does not start
   * @param programs a folder of programs that the reader has
   */
  static async open(folder: string, url: string, programs: string): Promise<PageShell> {
    const ports = await Promise.all(PORTS.map(async (port) => [port, await findPort()] as const));
    return new PageShell(folder, url, programs, new Map(ports));
  }

  /** Runs a block to its end. A block with servers is a list of commands, and a server runs until its port is needed or until `end`. */
  async run(block: string): Promise<Ran> {
    const lines = block
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => line.replace(COMMENT, ''));
    const isList = lines.some((line) => flagOf(line) !== undefined);
    let ran: Ran = { code: 0, said: '' };
    for (const code of isList ? lines.filter((line) => line !== '') : [block]) {
      const flag = flagOf(code);
      ran = flag === undefined ? await this.#runToEnd(code) : await this.#start(code, flag);
      if (ran.code !== 0) break;
    }
    return ran;
  }

  /** Stops the servers as Ctrl-C does, and checks that nothing is left of them. */
  async end(): Promise<void> {
    for (const port of this.#servers.keys()) await this.#stop(port);
  }

  async #stop(port: number): Promise<void> {
    const server = this.#servers.get(port);
    if (server === undefined) return;
    this.#servers.delete(port);
    const closed = once(server, 'close');
    process.kill(-(server.pid ?? 0), 'SIGINT');
    await closed;
    await expect.poll(() => hasProcesses(server)).toBe(false);
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
  }

  async #start(line: string, flag: string): Promise<Ran> {
    const [name = ''] = flag
      .trim()
      .split(/ (?=\d)/)
      .map((part) => part.replace('-- ', ''));
    const code = this.#localise(line.includes(name) ? line : `${line}${flag}`);
    const port = Number(code.match(new RegExp(`${name} (\\d+)`))?.[1]);
    await this.#stop(port);
    const server = this.#spawn(code);
    this.#servers.set(port, server);
    const said = listenTo(server);
    const isReady = () => server.exitCode !== null || said().includes(`127.0.0.1:${port}`);
    await expect.poll(isReady, { timeout: 600_000 }).toBe(true);
    if (server.exitCode !== null) return { code: server.exitCode, said: said() };
    // Prism prints its address before it listens.
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        ({ status }) => status > 0,
        () => false,
      );
    await expect.poll(answers).toBe(true);
    return { code: 0, said: said() };
  }

  async #runToEnd(block: string): Promise<Ran> {
    const shell = this.#spawn(this.#localise(block));
    const said = listenTo(shell);
    const [code] = await once(shell, 'close');
    return { code, said: said() };
  }

  #spawn(code: string): ChildProcess {
    return spawn('bash', ['-eo', 'pipefail', '-c', code], {
      cwd: this.#folder,
      env: this.#variables,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  #localise(code: string): string {
    return code
      .replaceAll(PORT, (port) => String(this.#ports.get(port) ?? port))
      .replaceAll('https://conversations.example', this.#url)
      .replaceAll(RUN, '$&--fast ');
  }
}

function flagOf(line: string): string | undefined {
  return SERVERS.find(([command]) => command.test(line))?.[1];
}

function listenTo({ stdout, stderr }: ChildProcess): () => string {
  let said = '';
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  return () => said;
}

/** Whether a process or one of its children is alive. */
function hasProcesses({ pid = 0 }: ChildProcess): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}
