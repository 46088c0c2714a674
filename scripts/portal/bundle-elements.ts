import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/**
 * Bundles the elements of the portal for browsers: `portal.js`, which every page loads, and the files that it loads on demand. The judge is the
 * one in src/conformance. Three things that it takes from Node are replaced: the modules that it imports, the access to generated/,
 * and the globals.
 */
export async function bundleElements(root: string, folder: string): Promise<void> {
  const shared = {
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  } as const;
  await build({
    ...shared,
    entryPoints: ['portal/elements/portal.ts'],
    splitting: true,
    chunkNames: '[name]-[hash]',
  });
  await build({
    ...shared,
    entryPoints: ['portal/elements/judge-worker.ts'],
    inject: [join(root, 'portal/elements/node/globals.ts')],
    plugins: [withoutNode(root), withGenerated(root)],
  });
}

const REPLACED = new Map([
  ['node:buffer', 'portal/elements/node/buffer.ts'],
  ['node:path', 'portal/elements/node/path.ts'],
]);

function withoutNode(root: string): Plugin {
  return {
    name: 'without-node',
    setup({ onResolve }) {
      onResolve({ filter: /^node:/ }, ({ path }) => {
        const file = REPLACED.get(path);
        return file === undefined ? undefined : { path: join(root, file) };
      });
      onResolve({ filter: /\/generated\.ts$/ }, ({ resolveDir, path }) =>
        join(resolveDir, path) === join(root, 'src/conformance/generated.ts')
          ? { path: join(root, 'portal/elements/node/generated.ts') }
          : undefined,
      );
    },
  };
}

/** Matches code that reads a file of generated/ by its name. */
const READ = /(?<=\b(?:read|load)Generated(?:<[^()]*>)?\(\s*)'([^']+)'/g;

/** Bundles files that a module reads from generated/ in place of their names, so that the bundle contains a file only with its reader. */
function withGenerated(root: string): Plugin {
  return {
    name: 'with-generated',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]src[\\/]conformance[\\/].*\.ts$/ }, ({ path }) => {
        const imports: string[] = [];
        const text = readFileSync(path, 'utf8').replaceAll(READ, (_, file: string) => {
          const name = `generated${imports.length}`;
          const what = file.endsWith('.json') ? name : `* as ${name}`;
          imports.push(`import ${what} from ${JSON.stringify(join(root, 'generated', file))};`);
          return name;
        });
        return { contents: [text, ...imports].join('\n'), loader: 'ts' };
      });
    },
  };
}
