import { fetchRelay, type RelaySettings } from './fetch.ts';

export type { AskedTurn, RelaySettings } from './fetch.ts';

/** The part of Hono's context that a relay uses. */
export interface HonoContext {
  /** The request of the page. */
  readonly req: { readonly raw: Request };
}

/** Makes a handler for Hono: `app.all('/api/relay', honoRelay({ … }))`. */
export function honoRelay(settings: RelaySettings): (context: HonoContext) => Promise<Response> {
  const handle = fetchRelay(settings);
  return ({ req }) => handle(req.raw);
}
