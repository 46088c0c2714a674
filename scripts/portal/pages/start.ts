import { address } from '../addresses.ts';
import { callsOf, exampleOf, parametersOf } from '../contract.ts';
import { fence, parts, section, table, tabs } from '../markdown.ts';
import { addressOf, type Page } from '../page.ts';
import type { Role } from '../roles.ts';
import type { Sources, Stream } from '../sources.ts';
import { drawTurn } from '../turn-picture.ts';

const BODY = { content: 'When do we open on Easter Monday?', permission_mode: 'auto' };

/** The page at the root: what the service is, a first turn, and where each reader starts. */
export function startPages(sources: Sources): readonly Page[] {
  const { openapi, streams } = sources;
  const [lead = '', ...chapters] = openapi.info.description.trim().split(/^(?=## )/m);
  const example = streams.find(({ name }) => name === 'first-turn');
  return [
    {
      path: '',
      title: openapi.info.title,
      label: 'Start here',
      description:
        'The contract of the service: operations, events, failures and requirements, with a server to try them on.',
      body: parts(
        lead,
        picture(streams),
        section('## Try it in a minute', firstTurn(sources), example && whatComesBack(example.text)),
        section('## Who takes what', whoTakesWhat(sources)),
        ...chapters,
      ),
    },
  ];
}

/** The stream that shows most of what a turn can do in few events. */
const SHOWN = 'tool-approval';

function picture(streams: readonly Stream[]): string | undefined {
  const shown = streams.find(({ name }) => name === SHOWN);
  return (
    shown &&
    `<figure class="turn-picture">\n${drawTurn(shown.text)}\n<figcaption>A turn, from its first event to its last. <a href="${address.stream(SHOWN)}">Play it</a></figcaption>\n</figure>`
  );
}

function firstTurn({ openapi }: Sources): string {
  const call = callsOf(openapi).find(({ id }) => id === 'streamMessage');
  const chat = call && parametersOf(call, openapi).find(({ name }) => name === 'chat_id');
  const path = call?.path ?? '';
  return parts(
    'Start a server of the whole contract on your machine. Its token `harbor-main` may do everything.',
    fence('sh', 'npx --no conversation-api serve'),
    'Then send a turn and follow it:',
    tabs([
      {
        label: 'curl',
        block: fence('sh', curl(path.replace('{chat_id}', String(chat && exampleOf(chat)))), 'wrap'),
      },
      { label: 'TypeScript', block: fence('ts', TYPESCRIPT) },
      { label: 'Python', block: fence('python', python(path)) },
    ]),
  );
}

function curl(path: string): string {
  return [
    `curl -N "http://127.0.0.1:4010${path}"`,
    '-H "Authorization: Bearer harbor-main"',
    '-H "Idempotency-Key: $(uuidgen)"',
    '-H "Content-Type: application/json"',
    `-d '${JSON.stringify(BODY)}'`,
  ].join(' \\\n  ');
}

const TYPESCRIPT = `import { createClient } from 'conversation-api';

const client = createClient({ baseUrl: 'http://127.0.0.1:4010', token: 'harbor-main' });
const stream = client.turns.stream(crypto.randomUUID(), {
  content: '${BODY.content}',
  permission_mode: '${BODY.permission_mode}',
});
for await (const event of stream) console.log(event.type, event.data);`;

function python(path: string): string {
  return `import uuid

import httpx
from httpx_sse import connect_sse

url = f"http://127.0.0.1:4010${path.replace('{chat_id}', '{uuid.uuid4()}')}"
headers = {"Authorization": "Bearer harbor-main", "Idempotency-Key": str(uuid.uuid4())}
body = ${JSON.stringify(BODY)}
with httpx.Client(timeout=60) as client:
    with connect_sse(client, "POST", url, headers=headers, json=body) as source:
        source.response.raise_for_status()
        for event in source.iter_sse():
            print(event.event, event.json())`;
}

function whatComesBack(stream: string): string {
  const frames = stream.split('\n\n').filter((frame) => !frame.startsWith('event: message.step'));
  const shown = frames.map((frame) => frame.replace(/^(data: .{120}).+$/m, '$1 …'));
  return parts(
    'What comes back is a stream of events such as this one:',
    fence('text', shown.join('\n\n')),
    '[Play it](/stream/player/?stream=first-turn), or read about [the stream](/stream/).',
  );
}

/** The table of the README, as pages of the portal. */
function whoTakesWhat({ roles }: Sources): string {
  return table(
    ['You', 'Begin with', 'Then'],
    roles.map(({ role, pages: [first, ...then] }) => [
      role,
      first ? link(first) : '',
      then.map(link).join(', '),
    ]),
  );
}

function link({ path, label }: Role['pages'][number]): string {
  return `[${label}](${addressOf({ path })})`;
}
