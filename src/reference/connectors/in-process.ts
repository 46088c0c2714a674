import { InMemoryTransport } from '@modelcontextprotocol/client';
import {
  type CallToolResult,
  type ElicitRequestFormParams,
  fromJsonSchema,
  McpServer,
} from '@modelcontextprotocol/server';
import { compileForm, formValidator } from '../../rig/script/question-form.ts';
import type { Line } from './line.ts';
import { findTickets, type TicketSearch } from './tickets.ts';

/** The longest delay of Node's timers, in milliseconds. The turn limits how long a person may take to answer. */
const NO_TIMEOUT = 2 ** 31 - 1;
const CHANGES_NOTHING = { readOnlyHint: true };
const CHANGES_SOMETHING = { readOnlyHint: false, destructiveHint: true };

// Compiled once for all sessions.
const SEARCH = fromJsonSchema<TicketSearch>(
  {
    type: 'object',
    properties: { label: { type: 'string' }, text: { type: 'string' } },
  },
  formValidator,
);
const TICKET = fromJsonSchema<{ ticket: string | number; comment?: string }>(
  {
    type: 'object',
    properties: { ticket: { type: ['string', 'integer'] }, comment: { type: 'string' } },
    required: ['ticket'],
  },
  formValidator,
);
const ORDER = fromJsonSchema<{ title: string; copies: number }>(
  {
    type: 'object',
    properties: { title: { type: 'string' }, copies: { type: 'integer', minimum: 1 } },
    required: ['title', 'copies'],
  },
  formValidator,
);
const QUESTION = fromJsonSchema<{ message: string; schema: ElicitRequestFormParams['requestedSchema'] }>(
  {
    type: 'object',
    properties: { message: { type: 'string' }, schema: { type: 'object' } },
    required: ['message', 'schema'],
  },
  formValidator,
);

/** Opens a line to our own MCP server, which runs in this process. Each session gets a server of its own. */
export async function openInProcessLine(): Promise<Line> {
  const [transport, serverSide] = InMemoryTransport.createLinkedPair();
  await createInProcessServer().connect(serverSide);
  return {
    transport,
    leave: () => Promise.resolve(),
    needsSignIn: () => false,
    sentTooMuch: () => false,
    lastWords: () => '',
  };
}

/**
 * Creates an MCP server with the tools of a bookshop, Harbor Books. Two tools change something, and one asks the person a
 * question. The tools keep no state, so that parallel turns do not affect each other.
 */
export function createInProcessServer(): McpServer {
  const server = new McpServer(
    { name: 'harbor-books', version: '1' },
    { capabilities: { tools: { listChanged: false } }, jsonSchemaValidator: formValidator },
  );
  registerTickets(server);
  registerOrders(server);
  registerQuestion(server);
  return server;
}

function registerTickets(server: McpServer): void {
  server.registerTool(
    'find_tickets',
    {
      description: 'Finds open tickets by their label, by a text in them, or both.',
      annotations: CHANGES_NOTHING,
      inputSchema: SEARCH,
    },
    (search) => say(JSON.stringify(findTickets(search))),
  );
  server.registerTool(
    'close_ticket',
    {
      description: 'Closes a ticket, with an optional comment.',
      annotations: CHANGES_SOMETHING,
      inputSchema: TICKET,
    },
    ({ ticket }) => say(`Ticket ${ticket} is closed.`),
  );
}

function registerOrders(server: McpServer): void {
  server.registerTool(
    'order_books',
    {
      description: 'Orders copies of a book.',
      annotations: CHANGES_SOMETHING,
      inputSchema: ORDER,
    },
    ({ title, copies }) => say(`${copies} of ${JSON.stringify(title)} ordered.`),
  );
}

function registerQuestion(server: McpServer): void {
  server.registerTool(
    'ask_person',
    {
      description: 'Asks the person a question, as a form that the schema describes, and returns the answer.',
      annotations: CHANGES_NOTHING,
      inputSchema: QUESTION,
    },
    async ({ message, schema }, { mcpReq }) => {
      compileForm(schema);
      const options = { signal: mcpReq.signal, timeout: NO_TIMEOUT };
      const answer = await mcpReq.elicitInput({ message, requestedSchema: schema }, options);
      return say(JSON.stringify({ action: answer.action, content: answer.content }));
    },
  );
}

function say(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}
