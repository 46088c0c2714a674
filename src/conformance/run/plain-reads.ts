import type { DoubtOptions } from '../drive/doubting-transport.ts';
import type { Profile } from '../profile/profile.ts';

/** The paths of reads that need only a valid token with all scopes. */
const PLAIN_PATHS = ['/api/v1/chats', '/api/v1/chat/catalog'] as const;

/** Reads that the service answers for the main credential of a profile, and how to recognise its credentials. */
export function plainReadsOf({ headers, credentials }: Profile): Omit<DoubtOptions, 'stop'> {
  const authorization = authorize(credentials.main?.token);
  return {
    plain: PLAIN_PATHS.map((path) => ({ method: 'GET', path, headers: { ...headers, authorization } })),
    credentials: new Set(Object.values(credentials).map((credential) => authorize(credential?.token))),
  };
}

function authorize(token: string | undefined): string {
  return `Bearer ${token}`;
}
