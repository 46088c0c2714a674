import { fileURLToPath } from 'node:url';

/**
 * Lets Node cache the compiled code of the command, because compiling takes a third of a short run. Nothing is cached if the folder cannot
 * be written, or with `NODE_DISABLE_COMPILE_CACHE=1`.
 *
 * The cache is inside the package. Node's default folder is shared by all users of a machine, so anybody could put code there for others to
 * run.
 */
export function keepCompiledCode(): void {
  const folder = new URL('../../node_modules/.cache/compiled', import.meta.url);
  process.getBuiltinModule('node:module').enableCompileCache?.(fileURLToPath(folder));
}
