import { OPERATIONS } from '../../reference/http/operation.ts';

const routes = OPERATIONS.map(({ operationId, method, path }) => ({
  operationId,
  method: method.toUpperCase(),
  pattern: new RegExp(`^${path.replaceAll(/\{[^{}]+\}/g, '[^/]+')}$`),
}));

/** The operation of a request; undefined for another path. */
export function matchRoute(method: string, url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  return routes.find((route) => route.method === method && route.pattern.test(path))?.operationId;
}
