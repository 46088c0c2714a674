import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { readBody } from '../http/body.ts';
import { toWebRequest, writeWebResponse } from '../http/web.ts';
import { createConnector } from './create-connector.ts';
import { Sessions } from './sessions.ts';

/** The largest request in bytes. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The connector over Streamable HTTP. */
export interface OpenConnector {
  /** Handles one request. @throws RequestError; an error of the connection when the client goes away */
  answer(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void>;
  /** Ends all sessions and their running calls. */
  close(): Promise<void>;
}

/** Opens the connector for clients of the 2026 revision of MCP and, with sessions, for clients of earlier revisions. */
export function openConnector(): OpenConnector {
  const newer = createMcpHandler(createConnector, { legacy: 'reject' });
  const older = new Sessions();
  return {
    async answer(request, response, signal) {
      const asked = toWebRequest(request, await readBody(request, MOST_BYTES), signal);
      const answer = (await isLegacyRequest(asked)) ? older.answer(asked) : newer.fetch(asked);
      await writeWebResponse(await answer, response);
    },
    close: async () => void (await Promise.all([older.close(), newer.close()])),
  };
}
