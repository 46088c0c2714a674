import {
  type CallToolResult,
  type ElicitRequestFormParams,
  fromJsonSchema,
  inputRequired,
  McpServer,
} from '@modelcontextprotocol/server';
import { compileForm, formValidator } from '../script/question-form.ts';

/** The longest delay of Node's timers, in milliseconds. The service limits how long a person may take to answer. */
const NO_TIMEOUT = 2 ** 31 - 1;
const CHANGES_NOTHING = { readOnlyHint: true };
const CHANGES_SOMETHING = { readOnlyHint: false, destructiveHint: true };

interface Ticket {
  readonly ticket: number;
  readonly label: string;
  readonly subject: string;
}

/** The tickets never change, so that a turn can be repeated. */
const TICKETS: readonly Ticket[] = [
  { ticket: 4410, label: 'supplier-delay', subject: 'The parcel from Fenwick Press has not arrived' },
  { ticket: 4412, label: 'supplier-delay', subject: 'Half of the delivery from Fenwick Press is missing' },
  { ticket: 4415, label: 'order', subject: 'A customer at Quayside asks when the order will come' },
];

interface PersonQuestion {
  readonly message: string;
  readonly schema: ElicitRequestFormParams['requestedSchema'];
}

/**
 * Creates an MCP server with the tools that scripts call: a read-only one, two that change something, and one that asks the
 * person a question. The tools keep no state, so that parallel turns do not affect each other.
 */
export function createConnector(): McpServer {
  const server = new McpServer(
    { name: 'conversation-api-rig', version: '1' },
    {
      capabilities: { tools: { listChanged: false } },
      inputRequired: { roundTimeoutMs: NO_TIMEOUT },
      jsonSchemaValidator: formValidator,
    },
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
      inputSchema: fromJsonSchema<{ label?: string }>(
        {
          type: 'object',
          properties: { label: { type: 'string' } },
        },
        formValidator,
      ),
    },
    ({ label }) => say(JSON.stringify(TICKETS.filter((each) => label === undefined || each.label === label))),
  );
}

function registerChanging(server: McpServer): void {
  server.registerTool(
    'close_ticket',
    {
      description: 'Closes a ticket.',
      annotations: CHANGES_SOMETHING,
      inputSchema: fromJsonSchema<{ ticket: string | number }>(
        {
          type: 'object',
          properties: { ticket: { type: ['string', 'integer'] } },
          required: ['ticket'],
        },
        formValidator,
      ),
    },
    ({ ticket }) => say(`Ticket ${ticket} is closed.`),
  );
  server.registerTool(
    'order_books',
    {
      description: 'Orders copies of a book.',
      annotations: CHANGES_SOMETHING,
      inputSchema: fromJsonSchema<{ title: string; copies: number }>(
        {
          type: 'object',
          properties: { title: { type: 'string' }, copies: { type: 'integer', minimum: 1 } },
          required: ['title', 'copies'],
        },
        formValidator,
      ),
    },
    ({ title, copies }) => say(`${copies} of ${JSON.stringify(title)} ordered.`),
  );
}

/** Clients of the 2026 revision receive the question as part of the result. For older clients, the SDK turns it into a request. */
function registerAsking(server: McpServer): void {
  server.registerTool(
    'ask_person',
    {
      description: 'Asks the person a question, as a form that the schema describes, and returns the answer.',
      annotations: CHANGES_NOTHING,
      inputSchema: fromJsonSchema<PersonQuestion>(
        {
          type: 'object',
          properties: { message: { type: 'string' }, schema: { type: 'object' } },
          required: ['message', 'schema'],
        },
        formValidator,
      ),
    },
    ({ message, schema }, { mcpReq }) => {
      const { answer } = mcpReq.inputResponses ?? {};
      if (answer !== undefined) return say(JSON.stringify(answer));
      compileForm(schema);
      return inputRequired({
        inputRequests: { answer: inputRequired.elicit({ message, requestedSchema: schema }) },
      });
    },
  );
}

function say(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}
