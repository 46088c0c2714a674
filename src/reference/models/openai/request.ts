import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ModelMessage, ModelRequest } from '../model.ts';
import type { WireNames } from './names.ts';

/** The body of `POST {url}/chat/completions` that requests a reply. */
export function writeRequest(
  request: ModelRequest,
  model: string,
  names: WireNames,
): ChatCompletionCreateParamsStreaming {
  const tools = request.tools.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    function: { name: names.toWire(name), description, parameters: { ...parameters } },
  }));
  return {
    model,
    messages: request.messages.map((message) => writeMessage(message, names)),
    // Some providers reject an empty list of tools.
    ...(tools.length > 0 && { tools }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

function writeMessage(message: ModelMessage, names: WireNames): ChatCompletionMessageParam {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content };
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.content };
    case 'assistant':
      if (message.calls.length === 0) return { role: 'assistant', content: message.content };
      return {
        role: 'assistant',
        content: message.content === '' ? null : message.content,
        tool_calls: message.calls.map(({ id, name, input }) => ({
          id,
          type: 'function',
          function: { name: names.toWire(name), arguments: JSON.stringify(input) },
        })),
      };
  }
}
