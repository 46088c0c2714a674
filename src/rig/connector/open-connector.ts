import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { createConnector } from './create-connector.ts';
import { Sessions } from './sessions.ts';

/** The connector over Streamable HTTP. */
export interface OpenConnector {
  answer(request: Request): Promise<Response>;
  /** Ends all sessions, and what runs in them. */
  close(): Promise<void>;
}

/** Opens the connector, for clients of the revision of 2026 and, by sessions, for those of earlier ones. */
export function openConnector(): OpenConnector {
  const newer = createMcpHandler(createConnector, { legacy: 'reject' });
  const older = new Sessions();
  return {
    answer: async (request) =>
      (await isLegacyRequest(request)) ? older.answer(request) : newer.fetch(request),
    close: async () => void (await Promise.all([older.close(), newer.close()])),
  };
}
