import { Readable, Writable } from 'node:stream';
import { runCommand } from '../../src/cli/run-command.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

class Collector extends Writable {
  text = '';
  readonly isTTY: boolean = false;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Runs the command line in this process, with its own streams. */
export async function runInProcess(
  args: readonly string[],
  stdin: Readable | string | Uint8Array = '',
): Promise<Ran> {
  const stdout = new Collector();
  const stderr = new Collector();
  const input = stdin instanceof Readable ? stdin : Readable.from([Buffer.from(stdin)]);
  const code = await runCommand(args, { stdin: input, stdout, stderr });
  return { code, stdout: stdout.text, stderr: stderr.text };
}
