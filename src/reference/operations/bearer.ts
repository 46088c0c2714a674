import type { Credential, Directory } from '../directory/types.ts';
import type { HttpRequest } from '../http/exchange.ts';

/** The credential whose token a request carries; undefined when it carries none that is known. */
export function bearerOf(request: Pick<HttpRequest, 'header'>, directory: Directory): Credential | undefined {
  const [, token] = /^Bearer +([^ ]+)$/i.exec(request.header('authorization') ?? '') ?? [];
  return token === undefined ? undefined : directory.credentialOf(token);
}
