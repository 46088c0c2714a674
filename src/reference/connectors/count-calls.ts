import type { CallOutcome } from '../metrics.ts';
import { ConnectorFailure, type Connectors } from './connectors.ts';

interface CallCounter {
  connectorCalled(connector: string, outcome: CallOutcome): void;
}

/**
 * Counts the calls of tools, and the failures to list them: the tools of a connector that cannot be reached are never called. A call that
 * its turn gave up counts as neither. A tool that reports its own failure has answered.
 */
export function countCalls(connectors: Connectors, counter: CallCounter): Connectors {
  const countFailure = async <Result>(connector: string, result: Promise<Result>): Promise<Result> => {
    try {
      return await result;
    } catch (error) {
      if (error instanceof ConnectorFailure) counter.connectorCalled(connector, 'failed');
      throw error;
    }
  };
  return {
    tools: (connector, signal) => countFailure(connector.name, connectors.tools(connector, signal)),
    async call(connector, call) {
      const result = await countFailure(connector.name, connectors.call(connector, call));
      counter.connectorCalled(connector.name, 'answered');
      return result;
    },
    close: () => connectors.close(),
  };
}
