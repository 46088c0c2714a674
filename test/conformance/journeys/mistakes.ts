import { createHash, randomUUID } from 'node:crypto';
import type { RequirementId } from '../../../generated/ids.d.ts';
import type { JourneyInput, Told } from '../../../src/conformance/journeys/task.ts';
import { type Mistake, partsOf } from './judge.ts';

/** A mistake in a journey, and the requirement that names it. */
export interface MadeMistake {
  readonly journey: string;
  readonly what: string;
  readonly row: RequirementId;
  /** The world that shows it; the sound one by default. */
  readonly world?: string;
  readonly mistake?: Mistake;
  readonly tell?: (told: Told, input: JourneyInput) => Told;
}

type Answer = (request: Request) => Promise<Response>;

/** A layer that sees each request of the client. */
const layer =
  (change: (request: Request, next: Answer) => Promise<Response>): Mistake =>
  (fetch) =>
  async (input, init) =>
    change(new Request(input as Request, init), (request) => fetch(request.url, partsOf(request)));

const isSend = ({ method, url }: Request) => method === 'POST' && /\/messages(\/stream)?$/.test(url);
const isAnswer = ({ url }: Request) => /\/actions\/(?!cancel$)/.test(url);

const newKey = layer((request, next) => {
  if (isSend(request)) request.headers.set('idempotency-key', randomUUID());
  return next(request);
});

const noKey = layer((request, next) => {
  request.headers.delete('idempotency-key');
  return next(request);
});

const noToken = layer((request, next) => {
  request.headers.delete('authorization');
  return next(request);
});

type ChangeBody = (body: Record<string, unknown>) => object;

/** Rewrites the JSON body of these requests. */
const withBody = (isMeant: (request: Request) => boolean, change: ChangeBody): Mistake =>
  layer(async (request, next) => {
    if (!isMeant(request)) return next(request);
    const body = (await request.json()) as Record<string, unknown>;
    return next(new Request(request, { body: JSON.stringify(change(body)) }));
  });

const withAnswer = (change: ChangeBody) => withBody(isAnswer, change);
const withTurn = (change: ChangeBody) => withBody(isSend, change);

/** Sends each answer to a question again until it succeeds. */
const resends = layer(async (request, next) => {
  if (!isAnswer(request)) return next(request);
  for (let left = 3; ; left -= 1) {
    const response = await next(request.clone()).catch(() => undefined);
    if (response && (response.ok || left === 0)) return response;
  }
});

/** Takes every failure of these requests for a success. */
const ignoresFailure = (isMeant: (request: Request) => boolean): Mistake =>
  layer(async (request, next) => {
    const response = await next(request);
    if (!isMeant(request) || response.ok) return response;
    const body = {
      status: 'success',
      message: 'OK',
      message_code: 'api_v1_ok',
      data: {},
      meta: { request_id: randomUUID() },
    };
    return Response.json({
      ...body,
      data: { action_id: '', state: 'resolved', chat_id: '', cancelled: true },
    });
  });

/** Leaves a stream at the first event of this name, and does not come back. */
const leavesAt = (event: string): Mistake =>
  layer(async (request, next) => {
    const leave = new AbortController();
    const response = await next(new Request(request, { signal: leave.signal }));
    if (!request.url.endsWith('/stream') || !response.body) return response;
    const watched = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          if (!Buffer.from(piece).includes(`event: ${event}`)) return controller.enqueue(piece);
          leave.abort();
          throw new Error(`${event} is not expected`);
        },
      }),
    );
    return new Response(watched, { status: response.status, headers: response.headers });
  });

/** Reads each piece of a body as a text of its own, which damages characters that a cut has split. */
const decodesPieces = layer(async (request, next) => {
  const response = await next(request);
  const pieces = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, controller) => controller.enqueue(Buffer.from(Buffer.from(piece).toString())),
    }),
  );
  return new Response(pieces, { status: response.status, headers: response.headers });
});

/** Takes only the beginning of a long line, as a scanner with a buffer of fixed size does. */
const shortLines = layer(async (request, next) => {
  const response = await next(request);
  const text = await response.text();
  const lines = text.split('\n').map((line) => line.slice(0, 65_536));
  return new Response(lines.join('\n'), { status: response.status, headers: response.headers });
});

/** Cancels the turn of a chat before it lists the messages. */
const cancelsToo = layer(async (request, next) => {
  if (request.method === 'GET') {
    const url = request.url.replace(/messages.*/, 'actions/cancel');
    const headers = { ...Object.fromEntries(request.headers), 'content-type': 'application/json' };
    await next(new Request(url, { method: 'POST', headers, body: '{}' }));
  }
  return next(request);
});

/** Closes the stream as soon as the cancel has succeeded, and makes up the last event. */
const closesWithCancel: Mistake = (fetch) => {
  let close = () => {};
  return async (input, init) => {
    if (String(input).endsWith('/cancel')) return fetch(input, init).finally(() => close());
    const leave = new AbortController();
    const response = await fetch(input, { ...init, signal: leave.signal });
    const [chatId] = /[\da-f]{8}-[\da-f-]{27}/.exec(String(input)) ?? [];
    const message = {
      id: 4,
      chat_id: chatId,
      role: 'assistant',
      content: '',
      status: 'cancelled',
      usage: null,
      steps: [],
    };
    const end = JSON.stringify({
      ...message,
      sources: [],
      anonymization: null,
      metadata: null,
      agent_runs: [],
    });
    const made = new ReadableStream<Uint8Array>({
      start(controller) {
        close = () => {
          leave.abort();
          controller.enqueue(Buffer.from(`event: message.cancelled\ndata: ${end}\n\n`));
          controller.close();
        };
        const read = async () => {
          for await (const piece of response.body as never as AsyncIterable<Uint8Array>)
            controller.enqueue(piece);
        };
        read().catch(() => {});
      },
    });
    return new Response(made, { status: response.status, headers: response.headers });
  };
};

const refuses = (isMeant: (request: Request) => boolean): Mistake =>
  layer(async (request, next) => {
    if (isMeant(request)) throw new RangeError('this client cannot do that');
    return next(request);
  });

/** Sees only the first page of a list. */
const firstPage = layer(async (request, next) => {
  if (!/[?&]page=[2-9]/.test(request.url)) return next(request);
  const meta = { request_id: randomUUID(), page: 2, size: 50, total: 50 };
  return Response.json({ status: 'success', message: 'OK', message_code: 'api_v1_ok', data: [], meta });
});

/** Makes the key from the turn, so that another attempt at the same turn has the same key. */
const keyOfTurn = layer(async (request, next) => {
  if (!isSend(request)) return next(request);
  const hash = createHash('sha256').update(await request.clone().text());
  request.headers.set('idempotency-key', hash.digest('hex'));
  return next(request);
});

/** Changes the JSON of lists. */
const withList = (change: (list: { data: unknown[]; meta: object }) => object): Mistake =>
  layer(async (request, next) => {
    const response = await next(request);
    if (request.method !== 'GET' || !response.ok) return response;
    return Response.json(change((await response.json()) as { data: unknown[]; meta: object }));
  });

/** Waits a minute for an answer, and takes its absence for a failure of the service. */
const impatient: Mistake =
  (fetch, { clock }) =>
  async (input, init) => {
    const leave = new AbortController();
    const stop = clock.after(60_000, () => leave.abort());
    const pause = (wait: number) => new Promise<void>((done) => void clock.after(wait, done));
    return fetch(input, { ...init, signal: leave.signal })
      .finally(stop)
      .catch(async () => {
        // The service sees that the connection is closed before the client ends.
        await pause(1000);
        return Response.json({ message: 'no answer in time' }, { status: 500 });
      });
  };

const told = (members: Told) => (before: Told) => ({ ...before, ...members });
const withText = (change: (text: string) => string) => (before: Told) => ({
  ...before,
  text: change(String(before.text)),
});

const doubled = withText((text) => text + text);

/** For each journey, a mistake that it names. */
export const MISTAKES: readonly MadeMistake[] = [
  {
    journey: 'send.plain',
    what: 'the text is trimmed',
    row: 'messages.content.string',
    tell: withText((text) => text.replaceAll(/\s+/g, ' ')),
  },
  { journey: 'send.plain', what: 'there is no key', row: 'turns.send.requires-key', mistake: noKey },
  { journey: 'send.plain', what: 'there is no token', row: 'credentials.token.required', mistake: noToken },
  { journey: 'chats.pages', what: 'there is no token', row: 'credentials.token.required', mistake: noToken },
  {
    journey: 'send.long',
    what: 'nothing waits longer than a minute',
    row: 'turns.send.client-timeout',
    mistake: impatient,
  },
  {
    journey: 'send.question',
    what: 'there are no streams',
    row: 'errors.interaction-in-auto-mode.use-stream',
    mistake: refuses(({ url }) => url.endsWith('/stream')),
  },
  {
    journey: 'send.lost-answer',
    what: 'a repeat has a new key',
    row: 'idempotency.replay.not-rerun',
    mistake: newKey,
  },
  {
    journey: 'send.lost-while-running',
    what: 'a repeat has a new key',
    row: 'idempotency.replay.not-rerun',
    mistake: newKey,
  },
  {
    journey: 'send.other-execution',
    what: 'a repeat has a new key',
    row: 'errors.outcome-unknown.same-key',
    mistake: newKey,
  },
  {
    journey: 'send.save-unconfirmed',
    what: 'a repeat has a new key',
    row: 'errors.save-unconfirmed.check-key',
    mistake: newKey,
  },
  {
    journey: 'send.failure',
    what: 'the failure has another code',
    row: 'failures.code.message-code',
    tell: told({ failure: 'error' }),
  },
  {
    journey: 'send.busy-service',
    what: 'the text is cut',
    row: 'messages.content.string',
    tell: withText((text) => text.slice(1)),
  },
  {
    journey: 'send.busy-service-date',
    what: 'the text is cut',
    row: 'messages.content.string',
    tell: withText((text) => text.slice(1)),
  },
  { journey: 'send.rejected-token', what: 'there is no key', row: 'turns.send.requires-key', mistake: noKey },
  {
    journey: 'send.metadata',
    what: 'metadata is lost',
    row: 'messages.metadata.echoed',
    tell: told({ metadata: null }),
  },
  {
    journey: 'stream.plain',
    what: 'emoji are lost',
    row: 'events.completed.complete-content',
    tell: withText((text) => text.replaceAll(/\p{Emoji}/gu, '')),
  },
  { journey: 'stream.plain', what: 'there is no key', row: 'turns.stream.requires-key', mistake: noKey },
  {
    journey: 'stream.plain',
    what: 'the id is that of another turn',
    row: 'messages.id.integer',
    tell: told({ message_id: 1 }),
  },
  {
    journey: 'stream.long-text',
    what: 'the end of a long text is lost',
    row: 'events.completed.complete-content',
    tell: withText((text) => text.slice(0, 4096)),
  },
  {
    journey: 'stream.lines',
    what: 'each piece is decoded alone',
    row: 'events.completed.complete-content',
    mistake: decodesPieces,
  },
  {
    journey: 'stream.large-ids',
    what: 'ids have 32 bits',
    row: 'messages.id.integer',
    tell: (before) => ({ ...before, message_id: Number(before.message_id) | 0 }),
  },
  {
    journey: 'stream.short',
    what: 'an answer without an end counts as whole',
    row: 'idempotency.replay.after-disconnect',
    mistake: newKey,
  },
  {
    journey: 'stream.long-event',
    what: 'lines have at most 64 KiB',
    row: 'events.completed.complete-content',
    mistake: shortLines,
  },
  {
    journey: 'stream.no-usage',
    what: 'a turn without usage is broken',
    row: 'messages.usage.object-or-null',
    tell: () => ({ status: 'failed', failure: 'TypeError' }),
  },
  {
    journey: 'stream.failover',
    what: 'text is appended after a failover',
    row: 'stream.delta.replace-on-failover',
    tell: withText((text) => `One moment, 😀. ${text}`),
  },
  {
    journey: 'stream.silence',
    what: 'a ping ends the stream',
    row: 'stream.ping.ignored',
    mistake: leavesAt('ping'),
  },
  {
    journey: 'stream.unknown',
    what: 'unknown events end the client',
    row: 'envelope.objects.ignore-unknown',
    mistake: leavesAt('message.unknown'),
  },
  {
    journey: 'stream.agents',
    what: 'agent tokens are added',
    row: 'usage.agent-tokens.not-added-again',
    tell: (before) => ({ ...before, total_tokens: Number(before.total_tokens) + 1 }),
  },
  {
    journey: 'stream.agents',
    what: 'delegated tasks count as finished',
    row: 'agents.delegated.not-finished',
    tell: told({ finished_tasks: 2 }),
  },
  {
    journey: 'stream.sources',
    what: 'sources are lost',
    row: 'messages.sources.chunks-used',
    tell: told({ sources: 0 }),
  },
  {
    journey: 'stream.metadata',
    what: 'metadata is lost',
    row: 'messages.metadata.echoed',
    tell: told({ metadata: {} }),
  },
  {
    journey: 'stream.failure',
    what: 'the messages are not read',
    row: 'events.error.check-before-repeating',
    mistake: layer(async (request, next) =>
      request.method === 'GET'
        ? Response.json({
            status: 'success',
            message: '',
            message_code: 'api_v1_ok',
            data: [],
            meta: { request_id: randomUUID(), page: 1, size: 50, total: 0 },
          })
        : next(request),
    ),
  },
  ...['lost-head', 'lost-middle', 'lost-end'].map(
    (name): MadeMistake => ({
      journey: `stream.${name}`,
      what: 'a repeat has a new key',
      row: 'idempotency.replay.after-disconnect',
      mistake: newKey,
    }),
  ),
  {
    journey: 'stream.lost-middle',
    what: 'the text is doubled',
    row: 'idempotency.replay.after-disconnect',
    tell: doubled,
  },
  {
    journey: 'stream.broken-after-end',
    what: 'the text is doubled',
    row: 'events.completed.complete-content',
    tell: doubled,
  },
  {
    journey: 'stream.persistence-failed',
    what: 'a repeat has a new key',
    row: 'events.error.persistence-failed-check-key',
    mistake: newKey,
  },
  {
    journey: 'stream.other-execution',
    what: 'a repeat has a new key',
    row: 'events.error.idempotency-outcome-unknown-same-key',
    mistake: newKey,
  },
  {
    journey: 'stream.agents-disabled',
    what: 'the failure has another code',
    row: 'failures.code.message-code',
    tell: told({ failure: '503' }),
  },
  {
    journey: 'stream.agents-unavailable',
    what: 'the client gives up without a word',
    row: 'events.completed.complete-content',
    tell: told({ text: '' }),
  },
  {
    journey: 'stream.conflict',
    what: 'a conflict is a success',
    row: 'failures.code.message-code',
    tell: told({ failure: 'conflict' }),
  },
  {
    journey: 'cancel.plain',
    what: 'a cancelled turn counts as completed',
    row: 'states.cancelled.partial-content',
    tell: told({ status: 'completed' }),
  },
  {
    journey: 'cancel.plain',
    what: 'the stream is closed with the cancel',
    row: 'states.cancelled.partial-content',
    mistake: closesWithCancel,
  },
  {
    journey: 'cancel.undelivered',
    what: 'a 502 counts as delivered',
    row: 'cancel.undelivered.client-retries',
    mistake: ignoresFailure(({ url }) => url.endsWith('/cancel')),
  },
  {
    journey: 'cancel.too-late',
    what: 'a cancel that succeeded counts as a cancelled turn',
    row: 'cancel.turn.finished-is-ok',
    tell: told({ status: 'cancelled' }),
  },
  {
    journey: 'leave.plain',
    what: 'leaving cancels the turn',
    row: 'turns.disconnect.finishes',
    mistake: cancelsToo,
  },
  {
    journey: 'leave.plain',
    what: 'the text is what was read of the stream',
    row: 'turns.disconnect.saved',
    tell: told({ text: 'One moment, 😀. ' }),
  },
  ...[
    'tool-approval.approve',
    'tool-approval.decline',
    'plan-approval.approve',
    'plan-approval.reject',
    'elicitation.accept',
    'elicitation.decline',
    'elicitation.cancel',
    'auth-required.cancel',
    'two-tasks',
  ].map(
    (name): MadeMistake => ({
      journey: `question.${name}`,
      what: 'the id is changed',
      row: 'stream.action.verbatim-id',
      mistake: withAnswer((body) => ({ ...body, action_id: `${body.action_id}0` })),
    }),
  ),
  {
    journey: 'question.not-sent',
    what: 'the id is changed',
    row: 'stream.action.verbatim-id',
    mistake: withAnswer((body) => ({ ...body, action_id: String(body.action_id).toUpperCase() })),
  },
  {
    journey: 'question.tool-approval.decline',
    what: 'a declined tool is approved',
    row: 'interactions.approve-tool.approved',
    mistake: withAnswer(({ decisions, ...body }) => ({
      ...body,
      decisions: (decisions as object[]).map((decision) => ({ ...decision, approved: true })),
    })),
  },
  {
    journey: 'question.tool-approval.approve',
    what: 'a decision is text',
    row: 'interactions.approve-tool.approved',
    mistake: withAnswer(({ decisions, ...body }) => ({
      ...body,
      decisions: (decisions as object[]).map((decision) => ({ ...decision, approved: 'true' })),
    })),
  },
  {
    journey: 'question.tool-approval.approve',
    what: 'the mode is auto, so that nobody is asked',
    row: 'turns.stream.default-manual',
    mistake: withTurn((body) => ({ ...body, permission_mode: 'auto' })),
  },
  {
    journey: 'question.tool-approval.approve',
    what: 'attachments are lost',
    row: 'turns.attachments.connector-ids',
    mistake: withTurn(({ attachments: _, ...body }) => body),
  },
  {
    journey: 'question.plan-approval.reject',
    what: 'a rejected plan is approved',
    row: 'interactions.respond-plan.action',
    mistake: withAnswer((body) => ({ ...body, action: 'approve' })),
  },
  {
    journey: 'question.elicitation.decline',
    what: 'to decline is to cancel',
    row: 'interactions.respond-elicitation.action',
    mistake: withAnswer((body) => ({ ...body, action: 'cancel' })),
  },
  {
    journey: 'question.elicitation.accept',
    what: 'the content is JSON in a text',
    row: 'interactions.respond-elicitation.content',
    mistake: withAnswer((body) => ({ ...body, content: JSON.stringify(body.content) })),
  },
  {
    journey: 'question.two-tools',
    what: 'only the first tool is decided',
    row: 'interactions.approve-tool.one-decision-each',
    mistake: withAnswer(({ decisions, ...body }) => ({
      ...body,
      decisions: (decisions as unknown[]).slice(0, 1),
    })),
  },
  {
    journey: 'question.expired',
    what: 'the client gives up',
    row: 'interactions.expiry.turn-ends',
    tell: told({ text: '' }),
  },
  {
    journey: 'question.rejected',
    what: 'the stream is closed',
    row: 'errors.decision-rejected.check-turn',
    mistake: leavesAt('message.completed'),
  },
  {
    journey: 'question.no-answer',
    what: 'the decision is sent again',
    row: 'errors.decision-result-unknown.no-resend',
    mistake: resends,
  },
  {
    journey: 'question.backend-away',
    what: 'the decision is not sent again',
    row: 'errors.interactions-unavailable.retry',
    mistake: ignoresFailure(isAnswer),
  },
  {
    journey: 'question.lost-answer',
    what: 'a decision that is not pending is sent again',
    row: 'errors.action-not-pending.no-retry',
    mistake: resends,
  },
  {
    journey: 'chats.pages',
    what: 'only the first page is read',
    row: 'lists.page.selects-slice',
    mistake: firstPage,
  },
  {
    journey: 'question.auth-required.cancel',
    what: 'a sign-in is cancelled by a cancel of the turn',
    row: 'stream.action.own-endpoint',
    mistake: layer((request, next) =>
      next(
        isAnswer(request)
          ? new Request(request.url.replace('cancel-auth', 'cancel'), {
              method: 'POST',
              headers: request.headers,
              body: '{}',
            })
          : request,
      ),
    ),
  },
  {
    journey: 'send.lost-for-long',
    what: 'a repeat has a new key',
    row: 'idempotency.replay.not-rerun',
    mistake: newKey,
  },
  {
    journey: 'chats.full-pages',
    what: 'the page after the last is an error',
    row: 'lists.page.selects-slice',
    world: 'variant:A-22=not-found',
    mistake: withList(({ meta, ...list }) => ({ ...list, meta: { ...meta, total: 1000 } })),
  },
  {
    journey: 'leave.earlier-turns',
    what: 'the first turn of the chat is taken for the last',
    row: 'turns.disconnect.saved',
    mistake: withList(({ data: [first = {}, ...rest], ...list }) => ({
      ...list,
      data: [{ ...(first as object), id: Object(rest.at(-1)).id }],
    })),
  },
  {
    journey: 'stream.retryable',
    what: 'another attempt has the same key',
    row: 'events.error.retryable-new-key',
    mistake: keyOfTurn,
  },
];
