import { RequestError } from '../http/request-error.ts';
import { isObject, type JsonObject } from '../script/json.ts';
import type { ChatMessage, ChatRequest, OfferedTool } from './chat-request.ts';

const MOST_TOOLS = 1024;
const MOST_MESSAGES = 100_000;

const ROLES: Readonly<Record<string, ChatMessage['role']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
};

/**
 * Reads the body of a completion request. Settings that only change the style of a real model are ignored.
 *
 * @throws RequestError that names the invalid member
 */
export function readRequest(body: Buffer): ChatRequest {
  const request = parse(body);
  const tools = request.tools ?? [];
  const { model, messages, stream = false, stream_options: options, n = 1 } = request;
  if (typeof model !== 'string' || model === '')
    throw wrong('model', 'the name of a model, such as "scripted"');
  if (!Array.isArray(messages) || messages.length === 0) throw wrong('messages', 'a list of messages');
  if (messages.length > MOST_MESSAGES) throw wrong('messages', `at most ${MOST_MESSAGES} messages`);
  if (!Array.isArray(tools)) throw wrong('tools', 'a list of tools');
  if (Object.hasOwn(request, 'functions')) throw wrong('functions', 'left out; offer "tools" instead');
  if (stream !== null && typeof stream !== 'boolean') throw wrong('stream', 'true or false');
  if (n !== null && n !== 1) throw wrong('n', '1, since a script describes one reply');
  return {
    model,
    messages: messages.map(readMessage),
    tools: readTools(tools),
    streams: stream === true,
    includesUsage: isObject(options) && options.include_usage === true,
  };
}

function parse(body: Buffer): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new RequestError('the body is not JSON; send the request of a chat completion', { status: 400 });
  }
  if (isObject(value)) return value;
  throw new RequestError('the body is not a JSON object; send the request of a chat completion', {
    status: 400,
  });
}

function readMessage(message: unknown, index: number): ChatMessage {
  const place = `messages[${index}]`;
  if (!isObject(message)) throw wrong(place, 'an object');
  const { role, content, tool_calls: calls } = message;
  const known = typeof role === 'string' && Object.hasOwn(ROLES, role) ? ROLES[role] : undefined;
  if (!known) throw wrong(`${place}.role`, `one of ${Object.keys(ROLES).join(', ')}`);
  return { role: known, text: readText(content, place), calls: readCalls(calls, place) };
}

function readText(content: unknown, place: string): string {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) throw wrong(`${place}.content`, 'a text, a list of parts, or null');
  return content.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

function readCalls(calls: unknown, place: string): string[] {
  if (calls === undefined || calls === null) return [];
  if (!Array.isArray(calls)) throw wrong(`${place}.tool_calls`, 'a list of calls');
  return calls.map((call: unknown, index) => {
    const name = isObject(call) && isObject(call.function) ? call.function.name : undefined;
    if (typeof name === 'string') return name;
    throw wrong(`${place}.tool_calls[${index}].function.name`, 'the name of the tool that was called');
  });
}

function readTools(tools: readonly unknown[]): OfferedTool[] {
  if (tools.length > MOST_TOOLS) throw wrong('tools', `at most ${MOST_TOOLS} tools`);
  return tools.map((tool, index) => {
    const { name, description, parameters } = isObject(tool) && isObject(tool.function) ? tool.function : {};
    if (typeof name !== 'string' || name === '') {
      throw wrong(
        `tools[${index}].function.name`,
        'the name of a function; the rig calls no other kind of tool',
      );
    }
    return { name, description: typeof description === 'string' ? description : '', parameters };
  });
}

function wrong(param: string, expected: string): RequestError {
  return new RequestError(`${param} has to be ${expected}`, { status: 400, param });
}
