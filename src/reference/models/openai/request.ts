import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { isObject } from '../../../rig/script/json.ts';
import type { Echo, ModelMessage, ModelRequest } from '../model.ts';
import type { OpenAiProvider } from './failure.ts';
import type { WireNames } from './names.ts';

/** Members of a request that a seed cannot set: the server writes them, and expects a single reply that is streamed as text. */
export const OWN_MEMBERS = [
  'model',
  'messages',
  'tools',
  'stream',
  'stream_options',
  'n',
  'modalities',
] as const;

/** The body of `POST {url}/chat/completions` that requests a reply. */
export function writeRequest(
  request: ModelRequest,
  provider: OpenAiProvider,
  names: WireNames,
): ChatCompletionCreateParamsStreaming {
  const tools = request.tools.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    function: { name: names.toWire(name), description, parameters: { ...parameters } },
  }));
  return {
    ...provider.parameters,
    model: provider.model,
    messages: request.messages.map((message) => writeMessage(message, provider, names)),
    // Some providers reject an empty list of tools.
    ...(tools.length > 0 && { tools }),
    stream: true,
    ...(provider.hasStreamOptions && { stream_options: { include_usage: true } }),
  };
}

function writeMessage(
  message: ModelMessage,
  provider: OpenAiProvider,
  names: WireNames,
): ChatCompletionMessageParam {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content };
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.content };
    case 'assistant':
      if (message.calls.length === 0) return { role: 'assistant', content: message.content };
      return writeCalls(message, message.echo?.provider === provider ? message.echo : undefined, names);
  }
}

/** Writes a reply with its calls as the provider sent it, including the members that only the provider understands. */
function writeCalls(
  { content, calls }: Extract<ModelMessage, { role: 'assistant' }>,
  echo: Echo | undefined,
  names: WireNames,
): ChatCompletionAssistantMessageParam {
  return {
    ...echo?.message,
    role: 'assistant',
    content: content === '' ? null : content,
    tool_calls: calls.map(({ id, name, input }) => {
      const { function: ofFunction, ...members } = echo?.calls.get(id) ?? {};
      return {
        ...members,
        id,
        type: 'function',
        function: {
          ...(isObject(ofFunction) && ofFunction),
          name: names.toWire(name),
          arguments: JSON.stringify(input),
        },
      };
    }),
  };
}
