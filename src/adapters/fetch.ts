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

/** The options of openapi-fetch, and the token. */
export interface FetchClientOptions extends ClientOptions {
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

/** Makes a client with the three middlewares of this module. No redirect is followed, since the contract has none. */
export function createFetchClient({ token, ...options }: FetchClientOptions): FetchClient {
  // As CommonJS, the default of openapi-fetch is a member of what is required.
  const create = (createClient as { readonly default?: typeof createClient }).default ?? createClient;
  const client = create<FetchPaths>({ redirect: 'manual', ...options });
  client.use(bearerToken(token), idempotencyKey(), openEnvelope());
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

/** Gives each send that has no Idempotency-Key a new one. To repeat a send, pass the key of the first time. */
export function idempotencyKey(): Middleware {
  return {
    onRequest({ request, schemaPath }) {
      const isKeyed = request.method === 'POST' && keyedPaths.has(schemaPath);
      if (isKeyed && !request.headers.has('idempotency-key'))
        request.headers.set('idempotency-key', newIdempotencyKey());
      return request;
    },
  };
}

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
