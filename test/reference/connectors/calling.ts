import { onTestFinished } from 'vitest';
import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import type { ConnectorCall, Connectors } from '../../../src/reference/connectors/connectors.ts';
import { type ConnectorOptions, createConnectors } from '../../../src/reference/connectors/mcp-connectors.ts';
import type { DeclaredConnector } from '../../../src/reference/directory/types.ts';

/** Creates connectors that close when the test ends. */
export function openConnectors(options: Partial<ConnectorOptions> = {}): Connectors {
  const connectors = createConnectors({ clock: new VirtualClock(), environment: {}, ...options });
  onTestFinished(() => connectors.close());
  return connectors;
}

const declared = new Map<string, DeclaredConnector>();

/** A connector of a seed. The same declaration is the same object, as in a seed, because sessions belong to it. */
export function declare(transport: DeclaredConnector['transport'], id = 1): DeclaredConnector {
  const key = JSON.stringify([id, transport]);
  const known = declared.get(key);
  if (known) return known;
  const connector = { id, companyId: 1, name: `tickets-${id}`, displayName: 'Ticket desk', transport };
  declared.set(key, connector);
  return connector;
}

export const inProcess = declare({ kind: 'in-process' });

/** A call that is not aborted and asks no question by default. */
export function callOf(tool: string, input: Record<string, unknown> = {}, more: Partial<ConnectorCall> = {}) {
  const elicit = () => Promise.reject(new Error('nothing should be asked'));
  return { tool, input, signal: neverAborted(), elicit, ...more };
}

export function neverAborted(): AbortSignal {
  return new AbortController().signal;
}

/** A barrier that opens once the given number of callers wait at it. */
export function barrierFor(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = count;
  return () => {
    missing -= 1;
    if (missing === 0) resolve();
    return promise;
  };
}
