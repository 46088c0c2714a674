import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { systemClock } from './clock.ts';
import { answerConnector } from './connector/answer-connector.ts';
import type { OpenConnector } from './connector/open-connector.ts';
import { isFromForeignPage } from './http/loopback.ts';
import { RequestError } from './http/request-error.ts';
import { writeJson } from './http/write-json.ts';
import { answerModel } from './model/answer-model.ts';
import { CONNECTOR, PROVIDERS } from './places.ts';
import type { RigOptions } from './rig.ts';
import { REFERENCE_TOOLS, type ToolNames } from './script/tool-names.ts';

/** Connections at once. Turns that hang keep theirs. */
const MOST_CONNECTIONS = 2048;
/** Milliseconds that a request may take to arrive. */
const REQUEST_TIMEOUT = 60_000;
/** Milliseconds that a connection may stay idle, longer than clients keep one. */
const KEEP_ALIVE_TIMEOUT = 72_000;

/** Takes requests to whoever answers them, and lets go of what is under way when it closes. */
export class RigServer {
  readonly server = createServer(
    { requestTimeout: REQUEST_TIMEOUT, keepAliveTimeout: KEEP_ALIVE_TIMEOUT, noDelay: true },
    (request, response) => this.#answer(request, response),
  );
  readonly #options: Required<Pick<RigOptions, 'clock' | 'onRequest' | 'report'>>;
  readonly #names: ToolNames;
  readonly #underWay = new Set<AbortController>();
  #connector: Promise<OpenConnector> | undefined;

  constructor({ clock = systemClock(), onRequest = () => {}, report = console.error, tools }: RigOptions) {
    this.#options = { clock, onRequest, report };
    this.#names = { ...REFERENCE_TOOLS, ...tools };
    this.server.maxConnections = MOST_CONNECTIONS;
  }

  async close(): Promise<void> {
    for (const work of this.#underWay) work.abort();
    const closed = new Promise((resolve) => this.server.close(resolve));
    await (await this.#connector)?.close();
    this.server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const work = new AbortController();
    const { signal } = work;
    this.#underWay.add(work);
    response.on('close', () => {
      this.#underWay.delete(work);
      work.abort();
    });
    // A client that goes away is no defect; the signal tells of it.
    response.on('error', () => {});
    try {
      await this.#route(request, response, signal);
    } catch (error) {
      if (signal.aborted) response.destroy();
      else this.#fail(request, response, error);
    }
  }

  #route(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    if (isFromForeignPage(request.headers.origin)) {
      throw new RequestError('pages of other sites may not use the rig', { status: 403 });
    }
    const path = (request.url ?? '/').replace(/\?.*$/s, '').replace(/(?<=.)\/$/, '');
    if (path === CONNECTOR) return this.#answerConnector(request, response, signal);
    const provider = PROVIDERS.find((each) => path.startsWith(`${each.path}/`));
    if (!provider) throw notFound();
    const call = { path: path.slice(provider.path.length), attempt: provider.attempt, signal };
    return answerModel(request, response, call, { ...this.#options, names: this.#names });
  }

  async #answerConnector(
    request: IncomingMessage,
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<void> {
    // Most of what a start takes is the SDK, and not every service has connectors.
    this.#connector ??= import('./connector/open-connector.ts').then((module) => module.openConnector());
    await answerConnector(request, response, await this.#connector, signal);
  }

  #fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (!(error instanceof RequestError)) this.#options.report(error);
    if (response.headersSent) return void response.destroy();
    const told =
      error instanceof RequestError
        ? error
        : new RequestError('the rig has failed; its standard error says why', {
            status: 500,
            type: 'server_error',
          });
    // A client reads no answer before it has sent its body.
    request.resume();
    writeJson(response, told.status, told.body);
  }
}

function notFound(): RequestError {
  const places = [...PROVIDERS.map(({ path }) => `${path}/chat/completions`), CONNECTOR];
  return new RequestError(`there is nothing here; the rig answers at ${places.join(', ')}`, { status: 404 });
}
