import type { CallOutcome } from '../metrics.ts';
import { ConnectorFailure, type Connectors } from './connectors.ts';

interface CallCounter {
  connectorCalled(connector: string, outcome: CallOutcome): void;
}

/** Counts the calls of tools. A call that its turn gave up counts as neither. A tool that reports its own failure has answered. */
export function countCalls(connectors: Connectors, counter: CallCounter): Connectors {
  return {
    tools: (connector, signal) => connectors.tools(connector, signal),
    async call(connector, call) {
      try {
        const result = await connectors.call(connector, call);
        counter.connectorCalled(connector.name, 'answered');
        return result;
      } catch (error) {
        if (error instanceof ConnectorFailure) counter.connectorCalled(connector.name, 'failed');
        throw error;
      }
    },
    close: () => connectors.close(),
  };
}
