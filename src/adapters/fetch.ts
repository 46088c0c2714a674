import createClient, { type Client, type ClientOptions, type Middleware } from 'openapi-fetch';
import { methods } from '../../generated/methods.js';
import type { paths } from '../../generated/types.js';
import { newIdempotencyKey } from '../client/idempotency-key.ts';
import { isObject, parseJson } from '../client/read-event.ts';
import { readToken, type Token } from '../client/token.ts';

export type { Token };

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type NumberOf<Text> = Text extends `${infer Value extends number}` ? Value : never;
type FailureStatus = NumberOf<`${4 | 5}${Digit}${Digit}`>;

/** The body of an answer without its envelope: the data of a success, with `meta` for a list, and a failure with its HTTP status. */
type Opened<Body, Status> = Body extends { readonly status: 'success'; data: infer Data; meta: infer Meta }
  ? [Data] extends [readonly unknown[]]
    ? { data: Data; meta: Meta }
    : Data
  : Omit<Body, 'status'> & { readonly status: Status };

type OpenedResponse<Response, Status> = Response extends { content: { 'application/json': infer Body } }
  ? Omit<Response, 'content'> & { content: { 'application/json': Opened<Body, Status> } }
  : Response;

/** `default` stands for every failure that the operation does not list. */
type OpenedResponses<Responses> = {
  [Status in keyof Responses]: OpenedResponse<
    Responses[Status],
    Status extends number ? Status : Exclude<FailureStatus, keyof Responses>
  >;
};

/** The key may be left out, since `idempotencyKey` adds one. */
type KeyOptional<Parameters> = Parameters extends { header: infer Header }
  ? Omit<Parameters, 'header'> & { header?: Partial<Header> }
  : Parameters;

type OpenedOperation<Operation> = Operation extends {
  parameters: infer Parameters;
  responses: infer Responses;
}
  ? Omit<Operation, 'parameters' | 'responses'> & {
      parameters: KeyOptional<Parameters>;
      responses: OpenedResponses<Responses>;
    }
  : Operation;

/** The paths of the contract as this client shows them: answers without envelopes, and sends whose key may be left out. */
export type FetchPaths = {
  [Path in keyof paths]: { [Method in keyof paths[Path]]: OpenedOperation<paths[Path][Method]> };
};

/** A client of openapi-fetch for the service. */
export type FetchClient = Client<FetchPaths>;

/** Options of `idempotencyKey`. */
export interface KeyOptions {
  /**
   * Called once, when the answer to a send is lost whose key the client has made: a repeat gets a new key, so the turn can run twice.
   * `false` turns it off.
   * @default console.warn
   */
  warn?: ((text: string) => void) | false | undefined;
}

/** The options of openapi-fetch, the token, and what to do when the answer to a send without a key is lost. */
export interface FetchClientOptions extends ClientOptions, KeyOptions {
  /** Where the service is, such as `https://api.example.com`. */
  baseUrl: string;
  /** The access token, or a function that is called before each request. */
  token: Token;
}

/** The server, or something before it, sent what is no answer of the service, such as a page of HTML. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
  readonly code = 'unexpected-answer';
  readonly text: string;

  constructor({ method, url }: Request, { status, headers }: Response, text: string) {
    const type = headers.get('content-type') ?? 'nothing';
    super(`${method} ${new URL(url).pathname}: ${status} with ${type} is no answer of the service`);
    this.text = text;
  }
}

/**
 * Makes a client with the three middlewares of this module. No redirect is followed, since the contract has none.
 *
 * The client repeats nothing. If something around it repeats, such as a mutation of TanStack Query, pass a key to each send.
 */
export function createFetchClient({ token, warn, ...options }: FetchClientOptions): FetchClient {
  // As CommonJS, the default of openapi-fetch is a member of what is required.
  const create = (createClient as { readonly default?: typeof createClient }).default ?? createClient;
  const client = create<FetchPaths>({ redirect: 'manual', ...options });
  // Answers pass in the reverse order, so `idempotencyKey` sees a page of a gateway before `openEnvelope` throws.
  client.use(openEnvelope(), bearerToken(token), idempotencyKey({ warn }));
  return client;
}

/** Adds the token. @throws TypeError (from the call) for a token that no header can carry, without showing it */
export function bearerToken(token: Token): Middleware {
  return {
    async onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${await readToken(token)}`);
      return request;
    },
  };
}

const keyedPaths = new Set(
  Object.values(methods)
    .flatMap((group) => Object.values(group))
    .filter(({ isKeyed }) => isKeyed)
    .map(({ path }) => path),
);

/**
 * Gives each send that has no Idempotency-Key a new one, silently. A repeat below this middleware, such as by your own `fetch`, keeps it. A
 * repeat of the call itself gets another one, so that a lost answer runs the turn twice: to repeat a call, pass the key of the first time.
 * The middleware cannot know which calls are repeats, since a person may write the same text twice.
 */
export function idempotencyKey({ warn = console.warn }: KeyOptions = {}): Middleware {
  /** The calls whose key was made here. Their options are objects of their own. */
  const made = new WeakSet<object>();
  let isSilent = !warn;
  const warnOf = (call: object, { method, signal }: Request, schemaPath: string) => {
    if (isSilent || signal.aborted || !made.has(call)) return;
    isSilent = true;
    if (warn) warn(`${method} ${schemaPath}: ${LOST_ANSWER}`);
  };
  return {
    onRequest({ request, schemaPath, options }) {
      const isKeyed = request.method === 'POST' && keyedPaths.has(schemaPath);
      if (isKeyed && !request.headers.has('idempotency-key')) {
        request.headers.set('idempotency-key', newIdempotencyKey());
        made.add(options);
      }
      return request;
    },
    onResponse({ request, response, schemaPath, options }) {
      const isOfGateway = response.status >= 500 && !/json/i.test(response.headers.get('content-type') ?? '');
      if (isOfGateway) warnOf(options, request, schemaPath);
    },
    onError({ request, schemaPath, options }) {
      warnOf(options, request, schemaPath);
    },
  };
}

const LOST_ANSWER =
  'the answer is lost, and the client had made the Idempotency-Key. If you or a retry layer call again, the turn can run twice. ' +
  'Pass a key in params.header and keep it: conversation-api/docs/fetch.md#send-a-turn. (Shown once; `warn: false` turns it off.)';

/**
 * Takes answers out of their envelopes: `data` is that of the service, a list is `{ data, meta }`, and `error` has the HTTP status as
 * `status`, so that the types tell failures apart by it. Streams stay as they are.
 *
 * @throws UnexpectedAnswerError (from the call) for what is no answer of the service
 */
export function openEnvelope(): Middleware {
  return {
    async onResponse({ request, response }) {
      if (response.ok && /^text\/event-stream/i.test(response.headers.get('content-type') ?? '')) return;
      const text = await response.text();
      const envelope = parseJson(text);
      // The contract gives no value for the `status` of a failure.
      if (!isObject(envelope) || (envelope.status === 'success') !== response.ok)
        throw new UnexpectedAnswerError(request, response, text);
      const { data, meta } = envelope;
      const succeeded = Array.isArray(data) ? { data, meta } : data;
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      headers.delete('content-encoding');
      const { status } = response;
      const opened = JSON.stringify((response.ok ? succeeded : { ...envelope, status }) ?? null);
      return new Response(opened, { status, headers });
    },
  };
}
