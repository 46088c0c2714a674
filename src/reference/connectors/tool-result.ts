import { isObject } from '../../rig/script/json.ts';
import { BOUNDS } from './bounds.ts';
import type { ToolResult } from './connectors.ts';

/** A tool's result as the connector sent it. */
export interface ReceivedResult {
  readonly content: readonly ReceivedContent[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

export interface ReceivedContent {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Characters of the note that stands for content other than text. */
const NOTE_LENGTH = 300;

/**
 * Converts a tool's result into text that fits into a prompt. Other content becomes a note that names its type, followed by the text of an
 * embedded resource.
 */
export function readResult({ content, structuredContent, isError = false }: ReceivedResult): ToolResult {
  const text = content.map(describeContent).join('\n');
  // Servers send structured content in addition to the same content as text, but some leave the text out.
  const isOnlyStructured = content.length === 0 && structuredContent !== undefined;
  return { text: cutToSize(isOnlyStructured ? JSON.stringify(structuredContent) : text), isError };
}

/** The result of a call that the connector refused to run. */
export function refusedResult(reason: string): ToolResult {
  return { text: cutToSize(reason), isError: true };
}

function describeContent({ type, text, mimeType, uri, resource }: ReceivedContent): string {
  if (type === 'text' && typeof text === 'string') return text;
  const source = { ...(isObject(resource) && resource) };
  const words = [type, uri ?? source.uri, mimeType ?? source.mimeType].filter(
    (word) => typeof word === 'string',
  );
  const note = `[${words.join(' ').slice(0, NOTE_LENGTH)}]`;
  return typeof source.text === 'string' ? `${note}\n${source.text}` : note;
}

function cutToSize(text: string): string {
  const size = Buffer.byteLength(text);
  if (size <= BOUNDS.resultSize) return text.toWellFormed();
  const bytes = Buffer.from(text).subarray(0, BOUNDS.resultSize);
  // Streaming mode drops the incomplete character at the cut.
  const kept = new TextDecoder().decode(bytes, { stream: true });
  return `${kept}\n[cut here: the result has ${size} bytes, of which ${BOUNDS.resultSize} are kept]`;
}
