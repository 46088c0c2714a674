import { readFile } from 'node:fs/promises';
import { contractVersion } from '../../generated/contract-version.js';
import manifest from '../../package.json' with { type: 'json' };
import { docsRoutes } from './docs-routes.ts';
import { frontPage } from './front-page.ts';
import type { ContentAnswer } from './http/exchange.ts';
import type { ExtraRoute } from './http/routes.ts';
import type { ReferenceServerOptions } from './options.ts';

/**
 * The routes for people and their tools: a page at the root, the documents of the contract, and the docs portal.
 *
 * @throws DocsError when there is no portal in the folder
 */
export function pageRoutes(
  options: Pick<ReferenceServerOptions, 'docs' | 'seed'> & { readonly timeScale: number },
): readonly ExtraRoute[] {
  const { docs, seed, timeScale } = options;
  const facts = {
    name: 'conversation-api reference server',
    version: manifest.version,
    contract_version: contractVersion,
    time_scale: timeScale,
  };
  return [
    {
      method: 'GET',
      url: '/',
      handle: ({ header }) =>
        header('accept')?.includes('text/html')
          ? frontPage({
              facts,
              hasDocs: docs !== undefined,
              hasDefaultSeed: seed === undefined,
              host: header('host'),
            })
          : { status: 200, body: facts },
    },
    document('openapi.json'),
    document('asyncapi.json'),
    ...(docs === undefined ? [] : docsRoutes(docs)),
  ];
}

/** A document of the contract. It is next to `src` and `dist`, in `generated`. */
function document(file: string): ExtraRoute {
  return {
    method: 'GET',
    url: `/${file}`,
    async handle(): Promise<ContentAnswer> {
      return {
        status: 200,
        content: await readFile(new URL(`../../generated/${file}`, import.meta.url)),
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' },
      };
    },
  };
}
