import { type ClientOptions, ProtocolError, SdkHttpError } from '@modelcontextprotocol/client';
import type { DeclaredConnector } from '../directory/types.ts';
import type { Link } from './link.ts';

/** How a session agrees with a server on a revision of MCP. */
export type Agreement = Pick<ClientOptions, 'versionNegotiation' | 'supportedProtocolVersions'>;

/** By the handshake of the revisions up to 2025-11-25, in which a server can ask a question while a tool runs. */
const BY_HANDSHAKE: Agreement = { versionNegotiation: { mode: 'legacy' } };
/** By asking the server which revisions it speaks; the newest one that both speak is used. */
const NEWEST: Agreement = { versionNegotiation: { mode: 'auto' } };

/** The first revision without a handshake. Revisions are dates. */
const WITHOUT_HANDSHAKE = '2026-07-28';
/** Statuses about a token, which no other revision would change. */
const ABOUT_TOKENS = new Set([401, 403]);

/**
 * The ways to agree on a revision, in the order in which they are tried: first the one in which most servers can ask questions. Servers of the
 * revision of 2026 ask within their results. Many that speak both have tools that ask the older way only, and fail otherwise.
 */
export function agreementsOf({ transport }: DeclaredConnector): readonly [Agreement, ...Agreement[]] {
  const revision = 'revision' in transport ? transport.revision : undefined;
  if (revision !== undefined) return [pin(revision)];
  // Over stdio, asking would start the program twice, and programs that speak the newer revision speak the older too.
  return transport.kind === 'http' ? [BY_HANDSHAKE, NEWEST] : [BY_HANDSHAKE];
}

function pin(revision: string): Agreement {
  return revision >= WITHOUT_HANDSHAKE
    ? { versionNegotiation: { mode: { pin: revision } } }
    : { ...BY_HANDSHAKE, supportedProtocolVersions: [revision] };
}

/**
 * Whether a server can ask over a link. After a handshake over HTTP, it needs a session for that. In the revisions without a handshake it
 * asks within its results.
 */
export function canAsk({ client, line }: Link): boolean {
  return client.getProtocolEra() === 'modern' || line.transport.sessionId !== undefined;
}

/** Whether a server answered that it does not know the handshake, so that a newer revision may be right. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof SdkHttpError)
    return error.status >= 400 && error.status < 500 && !ABOUT_TOKENS.has(error.status);
  return error instanceof ProtocolError;
}
