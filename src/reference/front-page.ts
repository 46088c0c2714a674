import { randomUUID } from 'node:crypto';
import { escapeHtml } from './escape-html.ts';
import type { ContentAnswer } from './http/exchange.ts';

interface FrontPage {
  readonly facts: {
    readonly name: string;
    readonly version: string;
    readonly contract_version: string;
    readonly time_scale: number;
  };
  readonly hasDocs: boolean;
  /** Whether the published token of the default seed is valid. */
  readonly hasDefaultSeed: boolean;
  /** The host that the browser asked for. */
  readonly host: string | undefined;
}

/** The page that a browser shows at the root: what the server is, what to try, and where the docs are. */
export function frontPage({ facts, hasDocs, hasDefaultSeed, host }: FrontPage): ContentAnswer {
  const token = hasDefaultSeed ? 'harbor-main' : 'A_TOKEN_OF_YOUR_SEED';
  const request = `curl -N http://${host ?? '127.0.0.1:4010'}/api/v1/chats/${randomUUID()}/messages/stream \\
  -H 'authorization: Bearer ${token}' -H 'idempotency-key: ${randomUUID()}' \\
  -H 'content-type: application/json' -d '{"content": "Hello"}'`;
  const docs = hasDocs
    ? '<p><a href="docs/">Read the docs</a>, and send requests from their pages.</p>'
    : '<p>Start the server with <code>--docs</code> to read the docs here.</p>';
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(facts.name)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(facts.name)}</h1>
<p>Version ${escapeHtml(facts.version)}, for version ${escapeHtml(facts.contract_version)} of the contract. Its timers run ${facts.time_scale === 1 ? 'in real time' : `${facts.time_scale} times faster`}.</p>
${docs}
<p>A first turn:</p>
<pre tabindex="0">${escapeHtml(request)}</pre>
<p>The contract: <a href="openapi.json">openapi.json</a>, <a href="asyncapi.json">asyncapi.json</a>.</p>
</main>
</body>
</html>
`;
  return { status: 200, content: Buffer.from(page), headers: HEADERS };
}

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;margin:2rem auto;max-width:44rem;padding:0 1rem}pre{overflow-x:auto;padding:1rem;border:1px solid;border-radius:.5rem}';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // The same address answers programs with JSON.
  vary: 'accept',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
};
