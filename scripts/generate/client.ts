import { codeHeader, type Files } from './output.ts';

const code = `${codeHeader}import createFetchClient from 'openapi-fetch';

export function createClient({ baseUrl, token, fetch }) {
  const client = createFetchClient({ baseUrl, ...(fetch && { fetch }) });
  client.use({
    async onRequest({ request }) {
      const value = typeof token === 'function' ? await token() : token;
      request.headers.set('Authorization', \`Bearer \${value}\`);
      return request;
    },
  });
  return client;
}
`;

const declaration = `${codeHeader}import type { Client } from 'openapi-fetch';
import type { paths } from './types.js';

export interface ClientOptions {
  /** Where the service lives, without \`/api/v1\`. */
  readonly baseUrl: string;
  /** The access token, or a function that gives it for each request. */
  readonly token: string | (() => string | Promise<string>);
  /** Used instead of the global \`fetch\`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A client for every operation of the contract, typed by its paths. It sends the token and changes nothing else. */
export declare function createClient(options: ClientOptions): Client<paths>;
`;

/** client.js: a typed fetch client. */
export function buildClient(): Files {
  return new Map([
    ['generated/client.js', code],
    ['generated/client.d.ts', declaration],
  ]);
}
