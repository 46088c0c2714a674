import type { Seed } from '../../../generated/input-files.js';
import type { SeedProblem } from './problem.ts';

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const HEADER = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/;
/** Headers that HTTP or MCP defines for each request. */
const OWN_HEADERS = new Set([
  'accept',
  'connection',
  'content-length',
  'content-type',
  'host',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
  'transfer-encoding',
]);

/** Finds the names of environment variables and headers that cannot be used. */
export function checkTransports({ connectors = [] }: Seed): SeedProblem[] {
  return connectors.flatMap(({ transport }, index) => {
    const pointer = `/connectors/${index}/transport`;
    if (transport.kind === 'stdio') {
      return (['env', 'env_from'] as const).flatMap((member) =>
        Object.keys(transport[member] ?? {})
          .filter((name) => !VARIABLE.test(name))
          .map((name) => ({
            pointer: `${pointer}/${member}/${escapeToken(name)}`,
            message: 'is not a valid name of an environment variable',
          })),
      );
    }
    if (transport.kind !== 'http') return [];
    return Object.keys(transport.headers_from ?? {}).flatMap((name) => {
      const message = faultOf(name.toLowerCase(), transport.token_from !== undefined);
      return message === undefined
        ? []
        : [{ pointer: `${pointer}/headers_from/${escapeToken(name)}`, message }];
    });
  });
}

function faultOf(name: string, hasToken: boolean): string | undefined {
  if (!HEADER.test(name)) return 'is not a valid name of a header';
  if (OWN_HEADERS.has(name)) return 'is set by the server; remove it';
  return name === 'authorization' && hasToken ? 'is set by `token_from`; keep one of them' : undefined;
}

function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}
