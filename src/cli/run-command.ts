import { EventEmitter } from 'node:events';
import { COMMANDS, findCommand } from './commands.ts';
import { EXIT, type Io } from './io.ts';
import { wrapFor } from './wrap.ts';

/**
 * Runs the command that the arguments name. It never throws: an error becomes a message on stderr and an exit code.
 *
 * @returns the exit code
 */
export async function runCommand(args: readonly string[], io: Io): Promise<number> {
  io.stdout.on('error', ignoreClosedPipe);
  io.stderr.on('error', ignoreClosedPipe);
  try {
    return await dispatch(takeColour(args), io);
  } catch (error) {
    return await explainFailure(error, io);
  }
}

async function dispatch([name, ...rest]: readonly string[], io: Io): Promise<number> {
  if (name === undefined) {
    // A missing command is a usage error: in a script, the variable that should hold it may be empty.
    io.stderr.write(wrapFor(io.stderr, await overview()));
    return EXIT.usage;
  }
  if (name === '--help' || name === '-h') return print(io, await overview());
  if (name === '--version' || name === '-V')
    return print(io, `${(await import('../conformance/generated.ts')).readVersion()}\n`);
  if (name === 'help') {
    const [topic = 'help'] = rest;
    const isItself = ['help', '--help', '-h'].includes(topic);
    return print(io, isItself ? await overview() : await (await findCommand(topic)).help());
  }
  const command = await findCommand(name);
  if (asksForHelp(rest)) return print(io, await command.help());
  const run = await command.load();
  return run(rest, io);
}

/** Removes --no-color, which every command accepts, and sets the variable that Node's own functions read instead. */
function takeColour(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  const isFlag = (arg: string, index: number) => arg === '--no-color' && (end < 0 || index < end);
  if (!args.some(isFlag)) return args;
  delete process.env.FORCE_COLOR;
  process.env.NO_COLOR = '1';
  return args.filter((arg, index) => !isFlag(arg, index));
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h');
}

async function overview(): Promise<string> {
  const { renderOverview } = await import('./help/overview.ts');
  return renderOverview(COMMANDS);
}

function print(io: Io, text: string): number {
  io.stdout.write(wrapFor(io.stdout, text));
  return EXIT.ok;
}

/** The `code`s of errors that the user can correct. They exit with 2, all others with 4. */
const CORRECTABLE: ReadonlySet<unknown> = new Set([
  'usage',
  'token-rejected',
  'unusable-input',
  'unusable-output',
  'empty-selection',
  'invalid-profile',
  'invalid-known-failures',
  'invalid-report',
  'invalid-history',
  'invalid-sequence',
  'invalid-seed',
  'exposed',
  'invalid-host',
  'cannot-listen',
  'no-docs',
  'store-in-use',
  'store-too-new',
  'store-unwritable',
  'not-a-store',
]);

async function explainFailure(error: unknown, io: Io): Promise<number> {
  const { sanitize } = await import('../conformance/report/sanitize.ts');
  const { code, message, stack }: NodeJS.ErrnoException =
    error instanceof Error ? error : new Error(String(error));
  const lines = message.split('\n').map((line) => sanitize(line, 1000));
  io.stderr.write(wrapFor(io.stderr, `conversation-api: ${lines.join('\n  ')}\n`));
  if (CORRECTABLE.has(code)) return EXIT.usage;
  // The message says everything; the stack would only show where the program wrote.
  if (code === 'unwritable-output') return EXIT.broken;
  const wantsStack = process.env.DEBUG?.split(',').includes('conversation-api');
  io.stderr.write(wantsStack ? `${stack ?? message}\n` : 'set DEBUG=conversation-api for the stack\n');
  return EXIT.broken;
}

/**
 * Ignores the error when the reader of the output has gone away, as `head` does when it has enough lines. Other errors are left to a second
 * listener if there is one: the log of `serve` is best effort.
 */
function ignoreClosedPipe(this: unknown, error: NodeJS.ErrnoException): void {
  // EIO: the terminal was closed. The run stops, but still has to clean up and write its files.
  if (error.code === 'EIO') return;
  if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return;
  if (this instanceof EventEmitter && this.listenerCount('error') > 1) return;
  throw error;
}
