/**
 * `npm run portal`: builds the docs portal into dist/portal and serves it together with the reference server.
 *
 * `--build` only builds. `--lighthouse` builds and grades a page of each kind; with `--only PREFIX` only pages whose address begins this way.
 * `--watch` rebuilds while you write, and serves the pages.
 * `--site URL` sets the address where the portal will be published, and adds a sitemap. `--edition VERSION=URL` adds an edition to the
 * switch of editions. `--port N` chooses the port.
 */
import { resolve } from 'node:path';
import { endWithNpm } from '../src/cli/end-with-npm.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { standardIo } from '../src/cli/standard-io.ts';
import { astro, buildSite } from './portal/build-site.ts';
import { SiteError } from './portal/finish/finish-site.ts';
import { measureSite } from './portal/measure/measure-site.ts';
import type { PublishedEdition } from './portal/site-files.ts';
import { watchSources } from './portal/watch-sources.ts';
import { readArguments } from './read-arguments.ts';
import { installExtras } from './test/install-extras.ts';

const root = resolve(import.meta.dirname, '..');
const values = readArguments({
  build: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  lighthouse: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  site: { type: 'string' },
  edition: { type: 'string', multiple: true, default: [] },
  port: { type: 'string', default: '4010' },
});

endWithNpm();
installExtras(['portal'], console.log);
try {
  if (values.watch) await watch();
  else await build();
} catch (error) {
  if (!(error instanceof SiteError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function build(): Promise<void> {
  await buildSite(root, resolve(root, 'dist/portal'), {
    site: values.site,
    editions: values.edition.map(readEdition),
  });
  if (values.lighthouse) {
    installExtras(['portal/lighthouse'], console.log);
    await measureSite(root, resolve(root, 'dist/portal'), values.only);
    return;
  }
  if (values.build) return;
  // Runs in this process: Ctrl-C reaches every process of a terminal, so a child would get a forwarded signal as a second one and end at once.
  process.exitCode = await runCommand(['serve', '--docs', '--port', values.port], standardIo);
}

/** `1.1.0=https://docs.example/1.1.0/` */
function readEdition(text: string): PublishedEdition {
  const [, version = '', address = ''] = /^([^=]+)=(https?:\/\/.+)$/.exec(text) ?? [];
  if (address === '')
    throw new SiteError(`--edition cannot be ${text}; write it as 1.1.0=https://docs.example/1.1.0/`);
  return { version, address: address.endsWith('/') ? address : `${address}/` };
}

async function watch(): Promise<void> {
  await watchSources(root);
  await astro(root, ['dev', '--port', values.port]);
}
