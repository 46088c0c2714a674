import type { WireRequest } from './wire.ts';

/** What a request creates. */
export interface Creation {
  /** How the report names what is left if the answer did not arrive. */
  readonly leftover: string;
  /** Whether the request names what it creates. Otherwise the answer does, in its body. */
  readonly isNamed: boolean;
}

const UNNAMED = /^\/api\/v1(\/chats|\/skills)$/;
const SEND = /^\/api\/v1(\/chats\/[^/]+)\/messages(\/stream)?$/;

/** @returns undefined for a request that creates neither a chat nor a skill */
export function creationOf({ method, path }: WireRequest): Creation | undefined {
  if (method !== 'POST') return undefined;
  const [, collection] = UNNAMED.exec(path) ?? [];
  if (collection !== undefined) return { leftover: `POST ${collection} (not answered)`, isNamed: false };
  const [, chat] = SEND.exec(path) ?? [];
  return chat === undefined ? undefined : { leftover: chat, isNamed: true };
}
