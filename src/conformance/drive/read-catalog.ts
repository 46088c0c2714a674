import { isInteger, type JsonInteger } from '../../exact-json/exact-number.ts';
import { GrowingBytes } from '../judge/growing-bytes.ts';
import { isObject, type JsonObject, objectsIn } from '../judge/json.ts';
import { CATALOG_BLOCKS, type CatalogIds } from '../profile/first-profile.ts';
import { parseBounded } from './bounded-json.ts';
import { describeStranger } from './recognise-api.ts';
import { type Transport, TransportFailure } from './wire.ts';

const PATH = '/api/v1/chat/catalog';

/** Thrown when the target refuses the token. */
class TokenError extends Error {
  readonly code = 'token-rejected';
}

/**
 * Requests the catalog.
 *
 * @throws TokenError if the target refuses the token, TransportFailure if the response is not a catalog
 */
export async function readCatalog(transport: Transport, token: string, baseUrl: string): Promise<CatalogIds> {
  const headers = { authorization: `Bearer ${token}` };
  const { body, ...head } = await transport.send({ method: 'GET', path: PATH, headers });
  const { status } = head;
  const whole = new GrowingBytes();
  for await (const piece of body) whole.push(piece);
  if (status === 401 || status === 403) {
    throw new TokenError(
      `${baseUrl} does not accept the token: GET ${PATH} was answered with ${status}; look at CONVERSATION_API_TOKEN or --token-file`,
    );
  }
  const text = whole.toString();
  const stranger = describeStranger([{ path: PATH, ...head, text }]);
  if (stranger !== undefined) throw new TransportFailure('broken', stranger);
  const answer = parseBounded(text);
  const data = isObject(answer) ? answer.data : undefined;
  if (status !== 200 || !isObject(data)) {
    throw new TransportFailure(
      'broken',
      `GET ${PATH} was answered with ${status} and without a catalog; give the base URL of the service, before /api/v1`,
    );
  }
  return Object.fromEntries(CATALOG_BLOCKS.map((block) => [block, idsOf(data, block)])) as CatalogIds;
}

function idsOf(catalog: JsonObject, block: string): readonly JsonInteger[] {
  return objectsIn(catalog[block])
    .map(({ id }) => id)
    .filter(isInteger);
}
