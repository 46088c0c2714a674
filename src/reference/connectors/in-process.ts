import { InMemoryTransport } from '@modelcontextprotocol/client';
// The server package has the same validator, but importing that one would bundle it twice.
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import {
  type CallToolResult,
  type ElicitRequestFormParams,
  fromJsonSchema,
  type JsonSchemaType,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  McpServer,
} from '@modelcontextprotocol/server';
import type { Line } from './line.ts';
import { findTickets, type TicketSearch } from './tickets.ts';

/** The longest delay of Node's timers, in milliseconds. The turn limits how long a person may take to answer. */
const NO_TIMEOUT = 2 ** 31 - 1;
const CHANGES_NOTHING = { readOnlyHint: true };
const CHANGES_SOMETHING = { readOnlyHint: false, destructiveHint: true };

// Compiled once for all sessions, because compiling takes longer than the rest of a session.
const SEARCH = fromJsonSchema<TicketSearch>({
  type: 'object',
  properties: { label: { type: 'string' }, text: { type: 'string' } },
});
const TICKET = fromJsonSchema<{ ticket: string | number; comment?: string }>({
  type: 'object',
  properties: { ticket: { type: ['string', 'integer'] }, comment: { type: 'string' } },
  required: ['ticket'],
});
const ORDER = fromJsonSchema<{ title: string; copies: number }>({
  type: 'object',
  properties: { title: { type: 'string' }, copies: { type: 'integer', minimum: 1 } },
  required: ['title', 'copies'],
});
const QUESTION = fromJsonSchema<{ message: string; schema: ElicitRequestFormParams['requestedSchema'] }>({
  type: 'object',
  properties: { message: { type: 'string' }, schema: { type: 'object' } },
  required: ['message', 'schema'],
});

/** Opens a line to our own MCP server, which runs in this process. Each session gets a server of its own. */
export async function openInProcessLine(): Promise<Line> {
  const [transport, serverSide] = InMemoryTransport.createLinkedPair();
  await createInProcessServer().connect(serverSide);
  return { transport, leave: () => Promise.resolve(), needsSignIn: () => false, lastWords: () => '' };
}

/**
 * Creates an MCP server with the tools of a bookshop, Harbor Books. Two tools change something, and one asks the person a
 * question. The tools keep no state, so that parallel turns do not affect each other.
 */
export function createInProcessServer(): McpServer {
  const server = new McpServer(
    { name: 'harbor-books', version: '1' },
    { capabilities: { tools: { listChanged: false } }, jsonSchemaValidator: answerValidator },
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
      const options = { signal: mcpReq.signal, timeout: NO_TIMEOUT };
      const answer = await mcpReq.elicitInput({ message, requestedSchema: schema }, options);
      return say(JSON.stringify({ action: answer.action, content: answer.content }));
    },
  );
}

function say(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

/** The compiled schemas of the last questions, by their JSON. Questions repeat, and compiling their schema is the slowest step. */
const compiled = new Map<string, JsonSchemaValidator<unknown>>();
const MOST_COMPILED = 16;

/**
 * Checks answers against the schemas of questions. The schemas come from prompts, which has two consequences. Each schema gets its own Ajv
 * instance, since an instance keeps every schema it has compiled and confuses two with the same `$id`. Patterns are removed, since some
 * take almost forever to match and would block the whole server.
 */
const answerValidator: jsonSchemaValidator = {
  getValidator: <Answer>(schema: JsonSchemaType) => {
    const text = JSON.stringify(schema);
    const validator = compiled.get(text) ?? new AjvJsonSchemaValidator().getValidator(withoutPatterns(text));
    compiled.delete(text);
    compiled.set(text, validator);
    const [oldest = ''] = compiled.keys();
    if (compiled.size > MOST_COMPILED) compiled.delete(oldest);
    return validator as JsonSchemaValidator<Answer>;
  },
};

function withoutPatterns(schema: string): JsonSchemaType {
  const isPattern = (key: string, value: unknown) =>
    (key === 'pattern' && typeof value === 'string') || key === 'patternProperties';
  return JSON.parse(schema, (key, value: unknown) => (isPattern(key, value) ? undefined : value));
}
