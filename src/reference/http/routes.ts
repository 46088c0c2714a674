import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { ContentAnswer, Exchange, HttpAnswer, JsonAnswer } from './exchange.ts';
import { OPERATIONS } from './operation.ts';
import { methodNotAllowed, unknownRoute, unreadableParameter } from './refusals.ts';
import { operationRequest, type PlainRequest, plainRequest } from './request.ts';
import type { Responder } from './responder.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Path of the route as the contract writes it. */
    template?: string;
  }
}

/** A route that is not part of the contract, such as the page at `/`. */
export interface ExtraRoute {
  readonly method: string;
  /** Path template, in the contract's notation. A `*` at its end matches the rest of the path; its value is named `*`. */
  readonly url: string;
  /** Whether a success is not logged, because probes call the route every few seconds. */
  readonly isQuiet?: boolean;
  handle(request: PlainRequest): ExtraAnswer | Promise<ExtraAnswer>;
}

type ExtraAnswer = JsonAnswer | ContentAnswer;

interface Route {
  /** Absent if it is no operation of the contract. */
  readonly operation?: string;
  readonly method: string;
  readonly url: string;
  readonly isQuiet?: boolean | undefined;
  answer(request: FastifyRequest): HttpAnswer | ContentAnswer | Promise<HttpAnswer | ContentAnswer>;
}

/** All routes of the server: the contract's operations, through the exchange, and the extra routes. */
export function routesOf(exchange: Exchange, extraRoutes: readonly ExtraRoute[]): readonly Route[] {
  const operations = OPERATIONS.map((operation) => ({
    operation: operation.operationId,
    method: operation.method,
    url: operation.path,
    answer: (request: FastifyRequest) => exchange(operationRequest(operation, request)),
  }));
  const extras = extraRoutes.map((route) => ({
    method: route.method,
    url: route.url,
    isQuiet: route.isQuiet,
    answer: (request: FastifyRequest) => route.handle(plainRequest(request)),
  }));
  return [...operations, ...extras];
}

export function addRoute(app: FastifyInstance, route: Route, responder: Responder, unrouted: Handler): void {
  const parameters = [...route.url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  app.route({
    method: route.method as HTTPMethods,
    url: route.url.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { template: route.url },
    handler(request, reply) {
      const values = request.params as Readonly<Record<string, string>>;
      const { operation, isQuiet } = route;
      const incoming = { request, reply, route: route.url, operation, isQuiet };
      for (const name of parameters) {
        const value = values[name];
        if (!value) return unrouted(request, reply);
        if (CONTROL.test(value)) return responder.refuse(incoming, unreadableParameter());
      }
      responder.answer(incoming, () => route.answer(request));
    },
  });
}

export type Handler = (request: FastifyRequest, reply: FastifyReply) => void;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Answers requests without a route: 405 if the path has other methods, else 404. */
export function unroutedHandler(
  app: FastifyInstance,
  methods: readonly string[],
  responder: Responder,
): Handler {
  return (request, reply) => {
    const incoming = { request, reply, route: printablePath(request.url) };
    const allowed = methods.filter((method) => isServed(app, method, request.url));
    if (allowed.length === 0) responder.refuse(incoming, unknownRoute());
    else responder.refuse(incoming, methodNotAllowed(allowed), { allow: allowed.join(', ') });
  };
}

/** The router accepts an empty parameter, but no path of the contract has one. */
function isServed(app: FastifyInstance, method: string, url: string): boolean {
  const found = app.findRoute({ method: method as HTTPMethods, url });
  return found !== null && !Object.values(found.params).includes('');
}

/** Maximum number of characters of a path in the log. */
const LONGEST_PATH = 200;

/** Path template of the request's route, or the requested path if no route matches. */
export function templateOf(request: FastifyRequest): string {
  return request.routeOptions.config.template ?? printablePath(request.url);
}

/** The path without its query, for the log. It is printable ASCII, because Node's parser accepts nothing else. */
function printablePath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] as string;
  return path.slice(0, LONGEST_PATH);
}
