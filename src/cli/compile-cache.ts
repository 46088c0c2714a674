import { fileURLToPath } from 'node:url';

/**
 * Lets Node keep the compiled code of the command, because compiling takes a third of a short run. A folder that cannot be written, or
 * `NODE_DISABLE_COMPILE_CACHE=1`, turns it off.
 *
 * The code is kept inside the package. Node's default is a folder that all users of a machine share, and there anybody could leave code for
 * others to run.
 */
export function keepCompiledCode(): void {
  const folder = new URL('../../node_modules/.cache/compiled', import.meta.url);
  process.getBuiltinModule('node:module').enableCompileCache?.(fileURLToPath(folder));
}
