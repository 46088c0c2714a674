/** A request as a front sees it. */
export interface FrontRequest {
  readonly method: string;
  readonly url: string;
  /** How many requests came before. */
  readonly earlier: number;
  /** Milliseconds since the first request. */
  readonly elapsed: number;
}

/** When a front answers in place of the service. */
export const OCCASIONS: Readonly<Record<string, (request: FrontRequest) => boolean>> = {
  always: () => true,
  'first-3s': ({ elapsed }) => elapsed < 3000,
  'one-in-50': ({ earlier }) => earlier % 50 === 37,
  'one-in-3': ({ earlier }) => earlier % 3 === 2,
  'one-operation': ({ method, url }) => method === 'POST' && /^\/api\/v1\/skills(\?|$)/.test(url),
};
