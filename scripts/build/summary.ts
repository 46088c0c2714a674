import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of the build, by their folder in dist. */
const PARTS = {
  bin: 'the command',
  client: 'the client',
  adapters: 'the client for openapi-fetch and the AI SDK',
  conformance: 'the judge and the suite, as a library',
  alterations: 'the reference server, as a library',
  commonjs: 'the same for require()',
} as const;

/** Describes the output of a build, one line per part. @param packed size of the client in bytes, compressed with gzip */
export function describeBuild(folder: string, packed: number): string {
  const files = globSync(join(folder, '**'), { withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return [
    `dist has ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB:`,
    ...Object.entries(PARTS).map(([name, text]) => {
      const size = name === 'client' ? `, ${(packed / 1000).toFixed(1)} kB packed` : '';
      return `  ${`${name}/`.padEnd(13)} ${text}${size}`;
    }),
    'Try it: npx --no conversation-api serve\n',
  ].join('\n');
}
