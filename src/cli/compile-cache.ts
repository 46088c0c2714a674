import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXIT } from './io.ts';

/** Exit codes of commands that did their work. A command line with a mistake leaves no file behind. */
const WORKED: ReadonlySet<number> = new Set([EXIT.ok, EXIT.violations, EXIT.incomplete]);

/** The method by which Node compiles a CommonJS module. Its types leave it out, but tools have replaced it for many years. */
interface Loader {
  _compile(this: NodeModule, source: string, file: string, ...rest: readonly unknown[]): unknown;
}

/**
 * Keeps the compiled code of the built command, because compiling takes a quarter of a short run. Nothing is kept if the folder cannot be
 * written, or with `NODE_DISABLE_COMPILE_CACHE=1`.
 *
 * Node's own compile cache has the code that is compiled before a file runs, and most functions are compiled when they are called. This
 * one is written when a command ends for the first time, with all functions that it called. So each command has its own files.
 *
 * They are inside the package. Node's default folder is shared by all users of a machine, so anybody could put code there for others to
 * run.
 *
 * @param args the arguments of the command line
 */
export function keepCompiledCode(args: readonly string[]): void {
  const [command = ''] = args.filter((arg) => arg !== '--no-color');
  const isOff = process.env.NODE_DISABLE_COMPILE_CACHE || process.env.NODE_V8_COVERAGE;
  if (isOff || !/^[a-z]+$/.test(command)) return;
  const built = fileURLToPath(new URL('..', import.meta.url));
  const folder = join(built, '../node_modules/.cache/compiled', `${process.version}-${process.arch}`);
  const { Module, createRequire } = process.getBuiltinModule('node:module');
  const { Script, constants } = process.getBuiltinModule('node:vm');
  const loader = Module.prototype as unknown as Loader;
  const compile = loader._compile;
  /** What V8 puts at the head of all compiled code: a digest of its version and flags. It refuses code with another one. */
  const dialect = () => new Script('0').createCachedData().toString('hex', 0, 16);

  const uncached: (() => void)[] = [];
  // What a command needs for its help is a small part of what it needs for its work.
  if (!args.some((arg) => arg === '--help' || arg === '-h'))
    process.once('exit', (code) => {
      if (WORKED.has(code)) for (const keep of uncached) keep();
    });

  loader._compile = function (source, file, ...rest) {
    if (!file.startsWith(built)) return compile.call(this, source, file, ...rest);
    const loaded = dialect();
    const kept = new KeptCode(join(folder, loaded, command, relative(built, file)), source);
    const script = new Script(Module.wrap(source), {
      filename: file,
      cachedData: kept.read(),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    if (script.cachedDataRejected !== false)
      uncached.push(() => {
        // A command that limits its memory has changed flags since. The next one that does not keeps the code.
        if (dialect() === loaded) kept.write(() => script.createCachedData());
      });
    const run = script.runInThisContext();
    return run.call(this.exports, this.exports, createRequire(file), this, file, dirname(file));
  };
}

/** A file that has the source of a module, and then its compiled code. V8 itself compares only the length of the source. */
class KeptCode {
  readonly #file: string;
  readonly #source: Buffer;

  constructor(file: string, source: string) {
    this.#file = file;
    this.#source = Buffer.from(source);
  }

  /** The code, if it was compiled from this source. */
  read(): Buffer | undefined {
    try {
      const kept = readFileSync(this.#file);
      const { length } = this.#source;
      return this.#source.equals(kept.subarray(0, length)) ? kept.subarray(length) : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Writes the file so that no process sees a part of it, even after a loss of power: V8 trusts what it reads. So nobody else may write to the
   * folders, whatever the umask allows. If the file cannot be written, the next run compiles again.
   */
  write(compiled: () => Buffer): void {
    const part = `${this.#file}.${process.pid}-${Math.random().toString(36).slice(2)}`;
    try {
      mkdirSync(dirname(part), { recursive: true, mode: 0o755 });
      try {
        writeFileSync(part, Buffer.concat([this.#source, compiled()]), { mode: 0o644, flush: true });
        renameSync(part, this.#file);
      } finally {
        rmSync(part, { force: true });
      }
    } catch {
      // The folder is read-only, or the disk is full.
    }
  }
}
