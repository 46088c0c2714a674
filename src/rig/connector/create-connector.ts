import {
  type CallToolResult,
  type ElicitRequestFormParams,
  fromJsonSchema,
  inputRequired,
  McpServer,
} from '@modelcontextprotocol/server';
import { listTickets } from './tickets.ts';

/** The longest time that Node's timers take, in milliseconds. How long a person may take, the service decides. */
const NO_TIMEOUT = 2 ** 31 - 1;
const CHANGES_NOTHING = { readOnlyHint: true };
const CHANGES_SOMETHING = { readOnlyHint: false, destructiveHint: true };

interface PersonQuestion {
  readonly message: string;
  readonly schema: ElicitRequestFormParams['requestedSchema'];
}

/**
 * A server of MCP with the tools that scripts call: one that changes nothing, two that do, and one that asks the person. It
 * remembers nothing, so that turns beside each other do not see each other.
 */
export function createConnector(): McpServer {
  const server = new McpServer(
    { name: 'conversation-api-rig', version: '1' },
    { capabilities: { tools: { listChanged: false } }, inputRequired: { roundTimeoutMs: NO_TIMEOUT } },
  );
  registerReading(server);
  registerChanging(server);
  registerAsking(server);
  return server;
}

function registerReading(server: McpServer): void {
  server.registerTool(
    'find_tickets',
    {
      description: 'Lists open tickets, those with a label or all.',
      annotations: CHANGES_NOTHING,
      inputSchema: fromJsonSchema<{ label?: string }>({
        type: 'object',
        properties: { label: { type: 'string' } },
      }),
    },
    ({ label }) => say(JSON.stringify(listTickets(label))),
  );
}

function registerChanging(server: McpServer): void {
  server.registerTool(
    'close_ticket',
    {
      description: 'Closes a ticket.',
      annotations: CHANGES_SOMETHING,
      inputSchema: fromJsonSchema<{ ticket: string | number }>({
        type: 'object',
        properties: { ticket: { type: ['string', 'integer'] } },
        required: ['ticket'],
      }),
    },
    ({ ticket }) => say(`Ticket ${ticket} is closed.`),
  );
  server.registerTool(
    'order_books',
    {
      description: 'Orders copies of a book.',
      annotations: CHANGES_SOMETHING,
      inputSchema: fromJsonSchema<{ title: string; copies: number }>({
        type: 'object',
        properties: { title: { type: 'string' }, copies: { type: 'integer', minimum: 1 } },
        required: ['title', 'copies'],
      }),
    },
    ({ title, copies }) => say(`${copies} of ${JSON.stringify(title)} ordered.`),
  );
}

/** The question goes out as part of the result to clients of 2026, and the SDK turns it into a request for older ones. */
function registerAsking(server: McpServer): void {
  server.registerTool(
    'ask_person',
    {
      description: 'Asks the person a question, as a form that the schema describes, and returns the answer.',
      annotations: CHANGES_NOTHING,
      inputSchema: fromJsonSchema<PersonQuestion>({
        type: 'object',
        properties: { message: { type: 'string' }, schema: { type: 'object' } },
        required: ['message', 'schema'],
      }),
    },
    ({ message, schema }, { mcpReq }) => {
      const { answer } = mcpReq.inputResponses ?? {};
      if (answer !== undefined) return say(JSON.stringify(answer));
      return inputRequired({
        inputRequests: { answer: inputRequired.elicit({ message, requestedSchema: schema }) },
      });
    },
  );
}

function say(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}
