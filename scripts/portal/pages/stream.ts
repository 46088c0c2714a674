import { address } from '../addresses.ts';
import { code, escapeHtml, parts, section, table } from '../markdown.ts';
import type { Page } from '../page.ts';
import { requirementRows } from '../requirement-rows.ts';
import type { Sources } from '../sources.ts';
import { drawStates } from '../state-diagram.ts';

type EventRow = Sources['events'][number];

/** The first event of each stream, the only one that the AsyncAPI document calls first. */
const FIRST = 'message.start';

/** The events that may come directly after an event. */
export function followers({ terminal }: EventRow, events: readonly EventRow[]): readonly EventRow[] {
  return terminal ? [] : events.filter(({ event }) => event !== FIRST);
}

/** The stream as a whole, and the player. */
export function streamPages(sources: Sources): readonly Page[] {
  return [overview(sources), player(sources)];
}

function overview(sources: Sources): Page {
  const { asyncapi, events, requirements } = sources;
  const progress = events.filter(({ event, terminal }) => event !== FIRST && !terminal);
  const ofStream = requirements.filter(({ id }) => id.startsWith('stream.'));
  return {
    path: 'stream',
    title: 'The stream',
    description: 'How the events of a turn follow each other, and what a client must tolerate.',
    body: parts(
      drawStates(
        FIRST,
        progress.map(({ event }) => event),
        events.filter(({ terminal }) => terminal).map(({ event }) => event),
      ),
      section('## The order of events', orderTable(events, asyncapi)),
      withoutTitle(asyncapi.info.description),
      section('## Requirements', requirementRows(ofStream, sources)),
    ),
  };
}

function orderTable(events: readonly EventRow[], asyncapi: Sources['asyncapi']): string {
  return table(
    ['Event', 'What it says', 'What may follow'],
    events.map((row) => {
      const next = followers(row, events);
      return [
        `[${code(row.event)}](${address.event(row.event)})`,
        asyncapi.components.messages[row.event]?.summary ?? '',
        next.length === 0 ? 'nothing: it ends the stream' : 'any event except `message.start`',
      ];
    }),
  );
}

/** The description of the AsyncAPI document is written as a separate page; its chapters fit below ours. */
function withoutTitle(description: string): string {
  return description.trim();
}

function player({ streams }: Sources): Page {
  return {
    path: 'stream/player',
    title: 'Stream player',
    description: 'Play a stream event by event, and have a recording judged without sending it anywhere.',
    isWide: true,
    body: parts(
      'Choose a stream, or open a recording of your own: a raw stream (`.sse`), a [recording](/guides/recordings/) (`.jsonl`) or an HTTP archive (`.har`). The judge runs in this page. Nothing leaves it.',
      `<stream-player data-streams="${escapeHtml(JSON.stringify(streams.map(({ name, permissionMode }) => ({ name, mode: permissionMode }))))}">\n<p>The player needs JavaScript. <code>npx --no conversation-api check FILE</code> judges a recording without it.</p>\n</stream-player>`,
      section(
        '## The streams',
        table(
          ['Stream', 'Mode', 'What it shows'],
          streams.map(({ name, permissionMode, description }) => [
            `[${name}](${address.stream(name)})`,
            code(permissionMode),
            description,
          ]),
        ),
      ),
      section(
        '## What the findings mean',
        'A finding names a requirement, the place in the recording, what the contract expects and what was there. These are the findings of `conversation-api check`. [The judge](/guides/judge/) explains them, and says what one recording cannot show.',
      ),
    ),
  };
}
