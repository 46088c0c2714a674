import OpenAI from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { onTestFinished } from 'vitest';
import type { Rig, RigOptions } from '../../src/rig/rig.ts';
import { startRig } from '../../src/rig/rig-server.ts';
import type { Script } from '../../src/rig/script/act.ts';
import { renderScript } from '../../src/rig/script/render-script.ts';

/** Starts a rig until the test ends. The test fails if the rig reports an unexpected error. */
export async function openRig(options: RigOptions = {}): Promise<Rig> {
  const defects: unknown[] = [];
  const rig = await startRig({ report: (error) => defects.push(error), ...options });
  onTestFinished(async () => {
    await rig.close();
    if (defects.length > 0) throw defects[0];
  });
  return rig;
}

/** A third-party client without retries. */
export function clientOf(baseURL: string): OpenAI {
  return new OpenAI({ baseURL, apiKey: 'any', maxRetries: 0 });
}

type Asking = Omit<ChatCompletionCreateParamsStreaming, 'stream'>;

/** A request whose user message is a script. */
export function scripted(script: Script, members: Partial<Asking> = {}): Asking {
  return { model: 'scripted', messages: [{ role: 'user', content: renderScript(script) }], ...members };
}

/** Tools with these names and no parameters. */
export function toolsOf(...names: readonly string[]): NonNullable<Asking['tools']> {
  return names.map((name) => ({ type: 'function', function: { name, parameters: { type: 'object' } } }));
}

export interface Heard {
  readonly pieces: readonly string[];
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
  readonly finish: string | null;
  readonly usage: OpenAI.CompletionUsage | null | undefined;
  /** The error that interrupted the stream. */
  readonly error: unknown;
}

/** Collects a streamed reply as a client does. */
export async function hear(client: OpenAI, request: Asking): Promise<Heard> {
  const pieces: string[] = [];
  const calls: { id: string; name: string; text: string }[] = [];
  let finish: string | null = null;
  let usage: Heard['usage'];
  let error: unknown;
  try {
    for await (const chunk of await client.chat.completions.create({ ...request, stream: true })) {
      if (chunk.usage !== undefined) usage = chunk.usage;
      const [choice] = chunk.choices;
      if (choice?.delta.content) pieces.push(choice.delta.content);
      for (const { index, id = '', function: made = {} } of choice?.delta.tool_calls ?? []) {
        const call = calls[index] ?? { id, name: made.name ?? '', text: '' };
        calls[index] = { ...call, text: call.text + (made.arguments ?? '') };
      }
      finish = choice?.finish_reason ?? finish;
    }
  } catch (thrown) {
    error = thrown;
  }
  return {
    pieces,
    calls: calls.map(({ id, name, text }) => ({ id, name, input: JSON.parse(text) })),
    finish,
    usage,
    error,
  };
}
