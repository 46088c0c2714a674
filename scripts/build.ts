import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeCheckFiles } from './build/check-files.ts';
import { copyGenerated, writeDeclarations } from './build/declarations.ts';
import { collectLicenses } from './build/licenses.ts';
import { buildClient, buildConformance, COMMONJS, clientEntries, generatedEntries } from './build/modules.ts';
import { buildPrograms } from './build/programs.ts';
import { checkClientSize } from './build/size-budget.ts';
import { describeBuild } from './build/summary.ts';

/**
 * `npm run build`: builds the published part of src into dist. The new dist replaces the old one only once it is complete, so that
 * a program that is running from dist always finds all of its files.
 */
const next = `dist.${process.pid}`;
const former = `${next}.former`;

try {
  mkdirSync(next);
  const inputs = [...(await buildPrograms(next)), ...(await buildClient(next))];
  await buildConformance(next);
  writeCheckFiles(next);
  for (const entry of [...clientEntries, 'conformance/index']) {
    writeDeclarations(entry, 'module', next);
    writeDeclarations(entry, 'commonjs-folder', next);
  }
  for (const name of generatedEntries) copyGenerated(`generated/${name}.js`, `${next}/${COMMONJS}`);
  writeDeclarations('alterations/index', 'commonjs', next);
  writeFileSync(`${next}/THIRD-PARTY-LICENSES.txt`, collectLicenses(inputs));
  chmodSync(`${next}/bin/conversation-api.cjs`, 0o755);
  const packed = checkClientSize(readFileSync(`${next}/client/index.js`));
  const made = describeBuild(next, packed);
  replace();
  process.stdout.write(made);
} finally {
  for (const folder of [next, former]) rmSync(folder, { recursive: true, force: true });
}

/** The docs portal is in dist too, and `npm run portal` builds it. */
function keepPortal(): void {
  if (existsSync(`${former}/portal`)) renameSync(`${former}/portal`, 'dist/portal');
}

function replace(): void {
  try {
    renameSync('dist', former);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  renameSync(next, 'dist');
  keepPortal();
}
