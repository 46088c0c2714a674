/**
 * Typical uses of the service, in plain JavaScript that runs on every runtime: Node, browsers, and others with the standards of
 * the web. On all of them, the journeys must report the observations in story.ts.
 */

const TICKETS = 7;
const OPENING = 'We open at ';
const HOURS = '10:00 and close at 16:00.';

/**
 * @param {typeof import('../../../src/client/index.ts')} library the published client
 * @param {{ server: string, proxy: string }} addresses a reference server, and the faulty proxy in front of it
 * @param {(line: string) => void} report takes a line of JSON for each journey: its name and its observations
 */
export async function travel(library, addresses, report) {
  for (const [journey, go] of Object.entries(JOURNEYS)) {
    const saw = [];
    try {
      await go(library, addresses, (...facts) => saw.push(...facts));
    } catch (error) {
      saw.push(`threw ${error?.kind ?? error}`);
    }
    report(JSON.stringify([journey, saw]));
  }
}

const JOURNEYS = {
  'makes a chat, finds it and deletes it': async (library, { server }, see) => {
    const { chats } = connect(library, server);
    const made = await chats.create({ name: 'Hours & prices, été' });
    await chats.update(made.id, { is_favorite: true });
    const { data, meta } = await chats.list({ is_favorite: true, size: 5 });
    see(
      data.map(({ id, name }) => [id === made.id, name]),
      meta.total,
    );
    await chats.delete(made.id);
    see(await kindOf(library, chats.get(made.id)));
  },

  'reads a stream to its end': async (library, { server }, see) => {
    const { turns } = connect(library, server);
    const body = {
      content: script([{ reason: 'Look up the hours.' }, { say: OPENING }, { failover: true }, ...answer]),
    };
    const stream = turns.stream(newId(), body);
    await watch(stream, see);
    const { status, content } = await stream.final();
    see(status, content === stream.content, await stream.text());
  },

  'approves a tool': async (library, { server }, see) => {
    const { turns } = connect(library, server);
    const stream = turns.stream(newId(), asking);
    await watch(stream, see, async (event) => {
      see(event.kind, 'approve' in event, 'reject' in event, Object.keys(await event.approve()).sort());
    });
    see((await stream.final()).content);
  },

  'cancels a turn': async (library, { server }, see) => {
    const { turns } = connect(library, server);
    const stream = turns.stream(newId(), { content: script([{ say: OPENING, pieces: 1 }, { hang: true }]) });
    for await (const event of stream) {
      see(inShort(event));
      if (event.type === 'message.delta') see((await stream.cancel()).cancelled);
    }
    see((await stream.final()).status);
  },

  'aborts a stream, which closes the connection': async (library, { proxy }, see) => {
    const { turns } = connect(library, `${proxy}/watched`);
    const controller = new AbortController();
    const reason = new Error('enough');
    const stream = turns.stream(newId(), asking, { signal: controller.signal });
    const thrown = await thrownBy(watch(stream, see, () => controller.abort(reason)));
    // On older runtimes, a signal does not keep its reason.
    const isExpected = 'reason' in controller.signal ? thrown === reason : thrown.name === 'AbortError';
    see(isExpected, (await thrownBy(stream.final())) === thrown);
    see(await ask(`${proxy}/watched/until-left`));
  },

  'leaves a stream, answers its question, and reads the outcome': async (library, { proxy }, see) => {
    const { turns } = connect(library, `${proxy}/watched`);
    const chat = newId();
    const left = turns.stream(chat, asking);
    let question;
    for await (const event of left) {
      question = event;
      if (event.type === 'message.action_required') break;
    }
    see(left.content, await kindOf(library, left.final()), await ask(`${proxy}/watched/until-left`));
    await question.approve();
    const { idempotencyKey } = left;
    see((await turns.stream(chat, asking, { idempotencyKey }).final()).content);
    const { data } = await turns.list(chat);
    see(data.filter(({ role }) => role === 'assistant').map(({ status, content }) => [status, content]));
  },

  'loses the connection in the middle of an event, and resumes': async (library, { proxy }, see) => {
    const { turns } = connect(library, `${proxy}/cut`);
    const stream = turns.stream(newId(), asking);
    await watch(stream, see, async (event) => {
      see(await ask(`${proxy}/cut/now`));
      await event.approve();
    });
    see((await stream.final()).content === stream.content, stream.content);
  },

  'reads a turn that fails': async (library, { server }, see) => {
    const { turns } = connect(library, server);
    const content = script([{ say: OPENING, pieces: 1 }, { fail: 'outage' }]);
    const stream = turns.stream(newId(), { content });
    await watch(stream, see);
    const { kind, status, retryAction, requestId, idempotencyKey } = await thrownBy(stream.final());
    see(kind, status, retryAction, typeof requestId, idempotencyKey === stream.idempotencyKey);
    see(await kindOf(library, turns.stream(newId(), { content }).text()));
  },

  'sends a turn and waits for it': async (library, { server }, see) => {
    // Browsers throw when their own fetch is called as a method of another object.
    const { fetch } = globalThis;
    const { turns } = connect(library, server, { fetch });
    const chat = newId();
    const body = { content: script([{ wait: 2 }, ...answer]), permission_mode: 'auto' };
    const sent = turns.send(chat, body);
    const first = await sent;
    const { idempotencyKey } = sent;
    const again = await turns.send(chat, body, { idempotencyKey });
    see(first.status, first.content, again.id === first.id, /^[0-9a-f-]{32,36}$/.test(idempotencyKey));
  },

  'hides a token that comes back': async (library, { proxy }, see) => {
    const client = connect(library, `${proxy}/echo`, { maxRetries: 0 });
    const { message, data, stack } = await thrownBy(client.catalog.get());
    see(message, data.headers.authorization, stack.includes('harbor-main'));
  },

  'gets a failure of each sort': async (library, { server, proxy }, see) => {
    const once = { maxRetries: 0 };
    const at = (fault) => connect(library, `${proxy}/${fault}`, once);
    const stranger = connect(library, server, { ...once, token: 'nobody' });
    const hello = { content: script([{ say: OPENING }]) };
    see(
      await kindOf(library, stranger.catalog.get()),
      await kindOf(library, connect(library, server, once).chats.get(newId())),
      await kindOf(
        library,
        connect(library, server, once).turns.send(newId(), { ...hello, permission_mode: 'manual' }),
      ),
      await kindOf(library, connect(library, server, { ...once, token: 'two\nlines' }).catalog.get()),
      await kindOf(library, at('dead').catalog.get()),
      await kindOf(library, at('silent').catalog.get({ timeout: 50 })),
      await kindOf(library, at('moved').catalog.get()),
      await kindOf(library, at('page').catalog.get()),
      await kindOf(library, at('page').turns.stream(newId(), hello).final()),
      await kindOf(library, at('short').turns.stream(newId(), hello).final()),
      await kindOf(library, at('mute').turns.stream(newId(), hello, { idleTimeout: 50 }).final()),
    );
  },
};

const answer = [
  { say: OPENING, pieces: 1 },
  { say: HOURS, pieces: 2 },
];
/** A turn that waits for an interaction, so that no journey depends on timing. */
const asking = {
  content: script([
    { say: OPENING, pieces: 1 },
    { call: { tool: 'close_ticket', input: { ticket: 4410 } } },
    { say: HOURS, pieces: 1 },
  ]),
  attachments: { mcp_server_ids: [TICKETS] },
};

function connect({ createClient }, baseUrl, options) {
  return createClient({ baseUrl, token: 'harbor-main', ...options });
}

/** Reads a stream to its end. */
async function watch(stream, see, atQuestion) {
  for await (const event of stream) {
    see(inShort(event));
    if (event.type === 'message.action_required') await atQuestion(event);
  }
}

function inShort({ type, data, synthetic }) {
  if (type !== 'message.delta') return type;
  return `${synthetic ? 'synthetic ' : ''}${data.replace ? '=' : '+'}${data.text}`;
}

/** The reason with which a promise rejects. */
async function thrownBy(doing) {
  return doing.then(
    () => undefined,
    (error) => error,
  );
}

/** Describes an error: a ConversationApiError by its kind, any other by its name. */
async function kindOf({ ConversationApiError }, doing) {
  const error = await thrownBy(doing);
  return error instanceof ConversationApiError ? error.kind : error?.name;
}

async function ask(url) {
  return (await fetch(url)).text();
}

function script(acts) {
  return `When do we open?\n\n\`\`\`script\n${JSON.stringify(acts)}\n\`\`\``;
}

let ids = 0;

/** Makes a uuid that no other journey uses. */
function newId() {
  ids += 1;
  return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
}
