import { OPERATIONS } from '../../../reference/http/operation.ts';
import { CREDENTIALS, type IsMeant, type MissingGuard, servedAsMain } from './guard.ts';

const BAD_TOKENS: Readonly<Record<string, (token: string | undefined) => boolean>> = {
  none: (token) => token === undefined,
  unknown: (token) => token !== undefined && /^Bearer +\S/.test(token) && !CREDENTIALS.has(token),
  'other-scheme': (token) => token !== undefined && !/^Bearer/.test(token),
  empty: (token) => token !== undefined && /^Bearer *$/.test(token),
};

/** In most checks, the chat or skill belongs to main. */
export function tokenGuards(): readonly MissingGuard[] {
  return OPERATIONS.flatMap(({ operationId: operation }) =>
    Object.entries(BAD_TOKENS).map(([name, isBad]): MissingGuard => {
      const isMeant: IsMeant = (request) => isBad(request.header('authorization'));
      return {
        place: `${operation}:token-${name}`,
        operation,
        isMet: ({ token }) => isBad(token),
        wraps: { 'not-made': ['takes the token', servedAsMain(operation, isMeant)] },
      };
    }),
  );
}
