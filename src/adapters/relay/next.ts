import { fetchRelay, type RelayHandler, type RelaySettings } from './fetch.ts';

export type { AskedTurn, RelayHandler, RelaySettings } from './fetch.ts';

/** The methods of a route. Only POST is of use; the others answer 405 with JSON. */
export type NextRelay = Readonly<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', RelayHandler>>;

/** Makes the methods that a `route.ts` of Next.js exports: `export const { GET, POST, PUT, PATCH, DELETE } = nextRelay({ … })`. */
export function nextRelay(settings: RelaySettings): NextRelay {
  const handle = fetchRelay(settings);
  return { GET: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle };
}
