import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatEvent } from '../../src/event-stream/index.ts';

/** A kind of stream for the measurements. */
export interface InputKind {
  readonly name: 'A' | 'B' | 'C';
  readonly description: string;
  /** Approximate length of a message.delta event, in bytes. */
  readonly eventBytes: number;
  readonly words: readonly string[];
}

const ASCII = [
  'the store ',
  'opens at nine ',
  'on weekdays, ',
  'and the desk ',
  'keeps the list ',
  'of open orders. ',
];
const WIDE = [
  'the store 🗼 ',
  '東京の店は ',
  'opens at nine ',
  '開店します。',
  'naïve café ✓ ',
  '👩‍💻 keeps lists ',
];

export const INPUT_KINDS: readonly InputKind[] = [
  { name: 'A', description: 'short deltas with emoji and CJK', eventBytes: 155, words: WIDE },
  { name: 'B', description: 'long deltas with emoji and CJK', eventBytes: 1260, words: WIDE },
  { name: 'C', description: 'short deltas in ASCII', eventBytes: 155, words: ASCII },
];

/** Length of a message.delta event with empty text, in bytes. */
const FRAME_BYTES = 57;
const CHAT = '0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604';
const REQUEST = '5b6c1f0e-2d7a-4b93-8e15-60f2a9c4d871';

/** Makes a complete valid turn of about the given number of bytes. 95 % of the events are message.delta, the others steps and pings. */
export function makeTurn({ eventBytes, words }: InputKind, bytes: number, seed: number): string {
  const events = [event('message.start', { chat_id: CHAT, message_id: 9001, request_id: REQUEST })];
  let content = '';
  let contentBytes = 0;
  let length = 0;
  // The terminal event repeats the text of all deltas.
  for (let count = 0; length + contentBytes < bytes; count++) {
    const next =
      count % 40 === 19
        ? step(count)
        : count % 40 === 39
          ? event('ping', { ts: 1772438400.25 + count })
          : undefined;
    const text = next ? '' : makeText(words, eventBytes - FRAME_BYTES, seed + count);
    const written = next ?? event('message.delta', { text, replace: false });
    content += text;
    contentBytes += Buffer.byteLength(text);
    events.push(written);
    length += Buffer.byteLength(written);
  }
  events.push(event('message.completed', completed(content)));
  return events.join('');
}

/** Writes the given number of files of one kind, and returns their paths. */
export function writeInputs(folder: string, kind: InputKind, files: number, bytes: number): string[] {
  const into = join(folder, kind.name);
  mkdirSync(into, { recursive: true });
  return Array.from({ length: files }, (_, index) => {
    const path = join(into, `${String(index).padStart(3, '0')}.sse`);
    writeFileSync(path, makeTurn(kind, bytes, index * 7));
    return path;
  });
}

function makeText(words: readonly string[], bytes: number, seed: number): string {
  let text = '';
  for (let count = seed; Buffer.byteLength(text) < bytes - 6; count++)
    text += words[(count * 5 + seed) % words.length];
  return text;
}

function event(type: string, data: unknown): string {
  return formatEvent({ type, data: JSON.stringify(data) });
}

function step(count: number): string {
  return event('message.step', { steps: [stepOf(count)] });
}

function stepOf(count: number) {
  return {
    key: 'tool',
    label: 'Using find_tickets',
    label_code: 'step.tool',
    status: 'done',
    timestamp: '2026-03-02T08:30:02.125Z',
    duration: count % 500,
    tool_calls: [
      { tool_use_id: `tu_${count}`, name: 'find_tickets', server: 'tickets', input: { open: true } },
    ],
  };
}

function completed(content: string) {
  return {
    id: 9001,
    chat_id: CHAT,
    role: 'assistant',
    content,
    status: 'completed',
    usage: {
      prompt_tokens: 120,
      completion_tokens: 900,
      total_tokens: 1020,
      reasoning_tokens: 40,
      model: 'kestrel-large-2026-01',
      provider: 'northwind',
    },
    steps: [stepOf(19)],
    sources: [],
    anonymization: null,
    metadata: null,
    agent_runs: [],
    created_at: '2026-03-02T08:30:00Z',
  };
}
