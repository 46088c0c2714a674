import { eventsOf } from './documents.ts';
import { codeHeader, type Files } from './output.ts';
import type { Spec } from './spec.ts';

/** event-types.js: the names of the events as values, and the types of their data, for programs that read streams themselves. */
export function buildEventTypes(spec: Spec): Files {
  const events = eventsOf(spec);
  const all = listOf(events.map(({ event }) => event));
  const terminal = listOf(events.filter(({ terminal }) => terminal).map(({ event }) => event));
  const payloads = [...new Set(events.map(({ type }) => type))].sort().join(', ');
  return new Map([
    [
      'generated/event-types.js',
      `${codeHeader}export const eventTypes = ${all};\n\nexport const terminalEventTypes = ${terminal};\n`,
    ],
    [
      'generated/event-types.d.ts',
      `${codeHeader}export type { ${payloads}, StreamEvent, StreamEventType } from './types.js';

/** The name of every event, in the order of a turn. A stream may carry others, which are to be ignored. */
export declare const eventTypes: readonly ${all};

/** Those of which exactly one ends a stream. */
export declare const terminalEventTypes: readonly ${terminal};

/** The name of an event that ends a stream. */
export type TerminalEventType = (typeof terminalEventTypes)[number];
`,
    ],
  ]);
}

function listOf(names: readonly string[]): string {
  return `[\n${names.map((name) => `  '${name}',\n`).join('')}]`;
}
