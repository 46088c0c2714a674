import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { codeHeader } from './output.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
/** esbuild writes the paths of modules into comments, relative to this folder, so that the output is the same from anywhere. */
const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Modules of this folder that generated code may import. They import nothing, so that bundled code stays small. */
const ownModules: Readonly<Record<string, string>> = {
  'string-formats': 'string-formats.ts',
  'input-file-problems': 'input-file-problems.ts',
};

/** Bundles code with the modules that it imports, so that the result imports nothing. */
export async function bundleJavaScript(
  code: string,
  modules: Readonly<Record<string, string>>,
): Promise<string> {
  const result = await build({
    stdin: { contents: code, resolveDir: here, loader: 'js' },
    absWorkingDir: repository,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    // Comments contain the paths of modules, and must not depend on the real location of node_modules.
    preserveSymlinks: true,
    target: 'es2022',
    // Nobody reads compiled validators, but every process that loads them parses them.
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    banner: { js: codeHeader.trimEnd() },
    plugins: [
      {
        name: 'modules',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: anyOf(ownModules) }, ({ path }) => ({ path: `${here}${ownModules[path]}` }));
          onResolve({ filter: anyOf(modules) }, ({ path }) => ({ path, namespace: 'compiled' }));
          onLoad({ filter: /.*/, namespace: 'compiled' }, ({ path }) => ({
            contents: modules[path] ?? '',
            resolveDir: here,
          }));
        },
      },
    ],
  });
  return result.outputFiles[0]?.text ?? '';
}

function anyOf(names: Readonly<Record<string, unknown>>): RegExp {
  return new RegExp(`^(${Object.keys(names).join('|')})$`);
}
