import { type ClientOptions, ProtocolError, SdkHttpError } from '@modelcontextprotocol/client';
import type { DeclaredConnector } from '../directory/types.ts';
import type { Link } from './link.ts';

/** How a session agrees with a server on a revision of MCP. */
export type Agreement = Pick<ClientOptions, 'versionNegotiation' | 'supportedProtocolVersions'>;

/** The handshake of the revisions up to 2025-11-25, in which a server can ask a question while a tool runs. */
const BY_HANDSHAKE: Agreement = { versionNegotiation: { mode: 'legacy' } };
/** Asks the server which revisions it supports, and uses the newest one that both sides support. */
const NEWEST: Agreement = { versionNegotiation: { mode: 'auto' } };

/** The first revision without a handshake. Revisions are dates. */
const WITHOUT_HANDSHAKE = '2026-07-28';
/** Statuses about the token. Another revision would not change them. */
const ABOUT_TOKENS = new Set([401, 403]);

/**
 * The ways to agree on a revision, in the order in which to try them. The handshake comes first, because it lets most servers ask
 * questions. Servers of the 2026 revision ask within their results, but many servers that support both have tools that only ask the older
 * way and otherwise fail.
 */
export function agreementsOf({ transport }: DeclaredConnector): readonly [Agreement, ...Agreement[]] {
  const revision = 'revision' in transport ? transport.revision : undefined;
  if (revision !== undefined) return [pin(revision)];
  // Over stdio, a second attempt would start the program again, and programs that support the newer revision also support the older one.
  return transport.kind === 'http' ? [BY_HANDSHAKE, NEWEST] : [BY_HANDSHAKE];
}

function pin(revision: string): Agreement {
  return revision >= WITHOUT_HANDSHAKE
    ? { versionNegotiation: { mode: { pin: revision } } }
    : { ...BY_HANDSHAKE, supportedProtocolVersions: [revision] };
}

/**
 * Whether a server can ask over a link. After a handshake over HTTP, it needs a session to ask. Without a handshake, it asks within its
 * results.
 */
export function canAsk({ client, line }: Link): boolean {
  return client.getProtocolEra() === 'modern' || line.transport.sessionId !== undefined;
}

/** Whether an error means that the server rejected the handshake. A newer revision may work then. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof SdkHttpError)
    return error.status >= 400 && error.status < 500 && !ABOUT_TOKENS.has(error.status);
  return error instanceof ProtocolError;
}
