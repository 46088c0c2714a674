import type { Operation } from '../../../generated/operations.d.ts';
import { readGenerated } from '../generated.ts';

const PREFIX = '/api/v1/';

interface Route {
  readonly operation: Operation;
  readonly pattern: RegExp;
}

let routes: readonly Route[] | undefined;

function loadRoutes(): readonly Route[] {
  routes ??= readGenerated<Operation[]>('operations.json').map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`),
  }));
  return routes;
}

/** The operation that a request addresses, and the parameters in its path. The service may have any base path. */
export function matchOperation(
  method: string,
  target: string,
): { readonly operation: Operation; readonly parameters: readonly string[] } | undefined {
  const [path = ''] = target.split('?');
  const start = path.lastIndexOf(PREFIX);
  if (start < 0) return undefined;
  for (const { operation, pattern } of loadRoutes()) {
    if (operation.method.toUpperCase() !== method.toUpperCase()) continue;
    const match = pattern.exec(path.slice(start));
    if (match) return { operation, parameters: match.slice(1) };
  }
  return undefined;
}
