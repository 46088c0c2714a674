import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { createConnector } from './create-connector.ts';

/** The most sessions at once. Beyond that, the least recently used one ends, and its client starts a new one. */
const MOST_SESSIONS = 1000;
const HEADER = 'mcp-session-id';

type Transport = WebStandardStreamableHTTPServerTransport;

/** Serves the revisions up to 2025, in which a client has a session and receives questions over an open stream of that session. */
export class Sessions {
  /** The sessions by id, least recently used first. */
  readonly #open = new Map<string, Transport>();

  /** Handles one request, which may start a session. */
  async answer(request: Request): Promise<Response> {
    const id = request.headers.get(HEADER);
    if (id === null) return (await this.#begin()).handleRequest(request);
    const transport = this.#open.get(id);
    if (!transport) return refuseUnknown();
    this.#open.delete(id);
    this.#open.set(id, transport);
    return transport.handleRequest(request);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((transport) => transport.close()));
  }

  async #begin(): Promise<Transport> {
    const transport: Transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => this.#remember(id, transport),
      onsessionclosed: (id) => void this.#open.delete(id),
    });
    await createConnector().connect(transport);
    return transport;
  }

  #remember(id: string, transport: Transport): void {
    this.#open.set(id, transport);
    const [oldest] = this.#open;
    if (!oldest || this.#open.size <= MOST_SESSIONS) return;
    this.#open.delete(oldest[0]);
    void oldest[1].close();
  }
}

function refuseUnknown(): Response {
  const error = { code: -32_001, message: 'Session not found' };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 });
}
