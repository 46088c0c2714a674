import { spawn } from 'node:child_process';
import { writeJson } from '../../exact-json/exact-number.ts';
import { isObject, parseServiceJson } from '../judge/json.ts';
import type { Driver, DriverEnd } from './driver.ts';

/** Bytes of the output of a driver that are read. */
const MOST_OUTPUT = 1024 * 1024;
/** Characters of what a driver wrote that a problem quotes. */
const QUOTED = 300;

/** A driver that is started for each journey, with everything that it needs in its environment. Its last line of output is what it understood. */
export function processDriver(command: string, args: readonly string[]): Driver {
  return ({ url, token, journey, input, signal }) =>
    new Promise((resolve, reject) => {
      const started = spawn(command, args, {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          CONVERSATION_API_URL: url,
          CONVERSATION_API_TOKEN: token,
          CONVERSATION_API_JOURNEY: journey,
          CONVERSATION_API_INPUT: writeJson(input),
        },
      });
      const [output, errors] = [new Output(), new Output()];
      started.stdout.on('data', (bytes: Buffer) => output.add(bytes));
      started.stderr.on('data', (bytes: Buffer) => errors.add(bytes));
      const kill = () => started.kill('SIGKILL');
      signal.addEventListener('abort', kill, { once: true });
      started.on('error', (error) => reject(new DriverError(command, error)));
      started.on('close', (code, by) => {
        signal.removeEventListener('abort', kill);
        if (signal.aborted) return resolve({ problem: 'it did not end in time' });
        resolve(readEnd(output.text, errors.text, by ?? `exit code ${code}`));
      });
    });
}

/** The command of a driver cannot be started. */
class DriverError extends Error {
  readonly code = 'usage';

  constructor(command: string, cause: NodeJS.ErrnoException) {
    super(`the driver ${command} cannot be started (${cause.code ?? cause.message}); check its path`, {
      cause,
    });
    this.name = 'DriverError';
  }
}

class Output {
  readonly #pieces: Buffer[] = [];
  #length = 0;

  /** Keeps the end, since the outcome comes last. */
  add(bytes: Buffer): void {
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    while (this.#length > MOST_OUTPUT && this.#pieces.length > 1)
      this.#length -= this.#pieces.shift()?.length ?? 0;
  }

  get text(): string {
    return Buffer.concat(this.#pieces).toString();
  }
}

function readEnd(output: string, errors: string, ending: string): DriverEnd {
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  try {
    const told = parseServiceJson(line);
    if (isObject(told)) return { told };
  } catch {
    // It is described below.
  }
  const lines = errors.trimEnd().split('\n');
  // Runtimes end the description of an error with its stack, or with their own version.
  const last = lines.find((each) => /error|exception|panic/i.test(each)) ?? lines.at(-1) ?? '';
  const wrote = last || line;
  return {
    problem: `${ending}, and no JSON object in its last line of output${wrote && `: ${wrote.slice(0, QUOTED)}`}`,
  };
}
