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
 * Keeps the compiled code of the built command, because compiling takes a third of a short run. Nothing is kept if the folder cannot be
 * written, or with `NODE_DISABLE_COMPILE_CACHE=1`.
 *
 * Node's own compile cache has the code that is compiled before a file runs, and most functions are compiled when they are called. This
 * one is written when a command ends, with all functions that were called. So each command has its own files.
 *
 * They are inside the package. Node's default folder is shared by all users of a machine, so anybody could put code there for others to
 * run.
 *
 * @param command the name of the command that runs, as the user typed it
 */
export function keepCompiledCode(command = ''): void {
  if (process.env.NODE_DISABLE_COMPILE_CACHE || process.env.NODE_V8_COVERAGE) return;
  const built = fileURLToPath(new URL('..', import.meta.url));
  const folder = join(
    built,
    '../node_modules/.cache/compiled',
    `${process.version}-${process.arch}`,
    nameOf(command),
  );
  const { Module, createRequire } = process.getBuiltinModule('node:module');
  const { Script, constants } = process.getBuiltinModule('node:vm');
  const loader = Module.prototype as unknown as Loader;
  const compile = loader._compile;

  loader._compile = function (source, file, ...rest) {
    if (!file.startsWith(built)) return compile.call(this, source, file, ...rest);
    const kept = new KeptCode(join(folder, relative(built, file)), source);
    const script = new Script(Module.wrap(source), {
      filename: file,
      cachedData: kept.read(),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    if (script.cachedDataRejected !== false)
      process.once('exit', (code) => {
        if (WORKED.has(code)) kept.write(script.createCachedData());
      });
    const run = script.runInThisContext();
    return run.call(this.exports, this.exports, createRequire(file), this, file, dirname(file));
  };
}

/** The name of a command as the name of a folder. Other words are mistakes, after which nothing is written. */
function nameOf(command: string): string {
  return /^[a-z]+$/.test(command) ? command : 'other';
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
   * Writes the file so that no process sees a part of it, even after a loss of power: V8 trusts what it reads. If it cannot be written, the
   * next run compiles again.
   */
  write(code: Buffer): void {
    const part = `${this.#file}.${process.pid}`;
    try {
      mkdirSync(dirname(part), { recursive: true });
      try {
        writeFileSync(part, Buffer.concat([this.#source, code]), { mode: 0o600, flush: true });
        renameSync(part, this.#file);
      } finally {
        rmSync(part, { force: true });
      }
    } catch {
      // The folder is read-only, or the disk is full.
    }
  }
}
