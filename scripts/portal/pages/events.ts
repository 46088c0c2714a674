import { address } from '../addresses.ts';
import { requirementsOfEvent } from '../concerns.ts';
import { refName } from '../contract.ts';
import { code, escapeHtml, fence, folded, json, parts, section, table } from '../markdown.ts';
import { membersList, typeOf } from '../members.ts';
import type { Page } from '../page.ts';
import { requirementRows } from '../requirement-rows.ts';
import type { Sources, Stream } from '../sources.ts';
import { ANSWERED_WITH } from './interactions.ts';
import { followers } from './stream.ts';

type EventRow = Sources['events'][number];

/** A page for each event of a stream. */
export function eventPages(sources: Sources): readonly Page[] {
  return sources.events.map((row) => page(row, sources));
}

function page(row: EventRow, sources: Sources): Page {
  const { event, type } = row;
  const message = sources.asyncapi.components.messages[event];
  const schema = { $ref: `#/components/schemas/${type}` };
  return {
    path: `events/${event}`,
    title: event,
    description: message?.summary ?? event,
    body: parts(
      `**${message?.summary ?? ''}.** ${message?.description ?? ''}`,
      section('## What may follow', whatFollows(row, sources)),
      section(
        '## Data',
        `Type: ${typeOf(schema)}.`,
        membersList(schema, sources.openapi, 'data'),
        kinds(row, sources),
      ),
      section(
        '## Examples',
        ...(message?.examples ?? []).map(({ summary = 'Example', payload }, index) =>
          folded(escapeHtml(summary), json(payload), { isOpen: index === 0 }),
        ),
      ),
      section('## In context', inContext(event, sources.streams)),
      section('## Codes', codes(row, sources)),
      section('## Requirements', requirementRows(requirementsOfEvent(row, sources), sources)),
    ),
  };
}

function whatFollows(row: EventRow, { events }: Sources): string {
  const next = followers(row, events);
  if (next.length === 0)
    return 'Nothing, not even a ping. This event ends the stream, and a stream has exactly one such event.';
  return parts(
    next.map(({ event }) => code(event)).join(', '),
    `[The stream](/stream/) shows the whole order.${row.event === 'ping' ? ' Another ping follows only after as long a silence again.' : ''}`,
  );
}

/** The kinds of interaction, for the event whose data has several. */
function kinds({ type }: EventRow, { openapi }: Sources): string | undefined {
  const choices = openapi.components.schemas[type]?.oneOf ?? [];
  const types = new Set(choices.flatMap(({ $ref }) => ($ref === undefined ? [] : [refName($ref)])));
  const rows = Object.entries(ANSWERED_WITH).filter(([, answer]) => types.has(answer.type));
  if (rows.length === 0) return undefined;
  return table(
    ['Kind', 'Data', 'Answered with'],
    rows.map(([kind, answer]) => [
      code(kind),
      `[${answer.type}](${address.schema(answer.type)})`,
      code(answer.operation),
    ]),
  );
}

function codes({ type }: EventRow, { failures }: Sources): string | undefined {
  const rows = failures.filter(({ channel }) => channel === 'event');
  if (type !== 'MessageError' || rows.length === 0) return undefined;
  return table(
    ['Code', 'When', 'What to do'],
    rows.map(({ id, message_code, condition, retry }) => [
      `[${code(message_code)}](${address.failure(id)})`,
      condition,
      retry,
    ]),
  );
}

const LONGEST_LINE = 300;

/** The event among its neighbours in the first stream that has it. */
function inContext(event: string, streams: readonly Stream[]): string | undefined {
  for (const { name, text, description } of streams) {
    const frames = text.split('\n\n').filter((frame) => frame !== '');
    const index = frames.findIndex((frame) => frame.startsWith(`event: ${event}\n`));
    if (index < 0) continue;
    const shown = frames.slice(Math.max(0, index - 1), index + 2).map(shorten);
    return parts(
      `From the stream “${name}”: ${description}`,
      fence('text', shown.join('\n\n')),
      `[Play this stream](${address.stream(name)})`,
    );
  }
  return undefined;
}

function shorten(frame: string): string {
  return frame
    .split('\n')
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} …` : line))
    .join('\n');
}
