import { OPERATIONS } from '../../../reference/http/operation.ts';
import { CREDENTIALS, type Hole, type IsMeant, servedAsMain } from './guard.ts';

const BAD_TOKENS: Readonly<Record<string, (token: string | undefined) => boolean>> = {
  none: (token) => token === undefined,
  unknown: (token) => token !== undefined && /^Bearer +\S/.test(token) && !CREDENTIALS.has(token),
  'other-scheme': (token) => token !== undefined && !/^Bearer/.test(token),
  empty: (token) => token !== undefined && /^Bearer *$/.test(token),
};

/** In most checks, the chat or skill belongs to main. */
export function tokenHoles(): readonly Hole[] {
  return OPERATIONS.flatMap(({ operationId: operation }) =>
    Object.entries(BAD_TOKENS).map(([name, isBad]): Hole => {
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
