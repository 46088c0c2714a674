import type { TimelineEvent } from '../../../src/conformance/timeline/timeline.ts';

/** The text of the answer after an event, as a client that follows the contract shows it. */
export function foldText(text: string, { type, data }: Pick<TimelineEvent, 'type' | 'data'>): string {
  if (!['message.delta', 'message.completed', 'message.cancelled'].includes(type)) return text;
  const value = parse(data);
  if (type === 'message.delta') {
    if (typeof value?.text !== 'string') return text;
    return value.replace === true ? value.text : text + value.text;
  }
  return typeof value?.content === 'string' ? value.content : text;
}

/** Whether an event replaces the text before it, as after a failover. */
export function replaces({ type, data }: Pick<TimelineEvent, 'type' | 'data'>): boolean {
  return type === 'message.delta' && parse(data)?.replace === true;
}

function parse(data: string): { readonly [member: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? (value as { [member: string]: unknown }) : undefined;
  } catch {
    return undefined;
  }
}
