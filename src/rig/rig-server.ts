import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { authorityOf, guardOf, type HostGuard, listen, requireLoopback } from '../loopback/index.ts';
import { systemClock } from './clock.ts';
import type { OpenConnector } from './connector/open-connector.ts';
import { writeJson } from './http/body.ts';
import { isFromForeignPage } from './http/foreign-page.ts';
import { RequestError } from './http/request-error.ts';
import { answerModel } from './model/answer-model.ts';
import type { Rig, RigOptions } from './rig.ts';
import { REFERENCE_TOOLS, type ToolNames } from './script/tool-names.ts';

/** The base paths of the providers, in the order in which a service tries them. */
const PROVIDERS = [
  { path: '/v1', attempt: 0 },
  { path: '/fallback/v1', attempt: 1 },
] as const;
const CONNECTOR = '/mcp';

/** The most connections at once. Turns that hang keep theirs open. */
const MOST_CONNECTIONS = 2048;
/** Milliseconds that a request may take to arrive. */
const REQUEST_TIMEOUT = 60_000;
const NO_KEY = 'the rig accepts any API key; add --insecure if the network keeps others out';
/** Milliseconds that a connection may stay idle. Clients close idle connections earlier. */
const KEEP_ALIVE_TIMEOUT = 72_000;

/**
 * Starts a model provider and a connector that a service under test can be pointed at.
 *
 * @throws ExposedError or CannotListenError, each with a message that says what to do
 */
export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const { host = '127.0.0.1', port = 0 } = options;
  if (!options.insecure) requireLoopback(host, NO_KEY);
  const rig = new RigServer(options, guardOf(host, options.allowedHosts));
  const { url, address } = await (options.listen ?? listen)(rig.server, host, port);
  return {
    url,
    address,
    modelUrl: url + PROVIDERS[0].path,
    fallbackUrl: url + PROVIDERS[1].path,
    connectorUrl: url + CONNECTOR,
    close: () => rig.close(),
  };
}

/** Routes requests to the providers and the connector, and aborts running requests when it closes. */
class RigServer {
  readonly server = createServer(
    { requestTimeout: REQUEST_TIMEOUT, keepAliveTimeout: KEEP_ALIVE_TIMEOUT, noDelay: true },
    (request, response) => this.#answer(request, response),
  );
  readonly #options: Required<Pick<RigOptions, 'clock' | 'onRequest' | 'report'>>;
  readonly #names: ToolNames;
  readonly #hostGuard: HostGuard | undefined;
  readonly #running = new Set<AbortController>();
  #connector: Promise<OpenConnector> | undefined;

  constructor(
    { clock = systemClock(), onRequest = () => {}, report = console.error, tools }: RigOptions,
    hostGuard: HostGuard | undefined,
  ) {
    this.#hostGuard = hostGuard;
    this.#options = { clock, onRequest, report };
    this.#names = { ...REFERENCE_TOOLS, ...tools };
    this.server.maxConnections = MOST_CONNECTIONS;
  }

  async close(): Promise<void> {
    for (const work of this.#running) work.abort();
    const closed = new Promise((resolve) => this.server.close(resolve));
    await (await this.#connector)?.close();
    this.server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const work = new AbortController();
    const { signal } = work;
    this.#running.add(work);
    response.on('close', () => {
      this.#running.delete(work);
      work.abort();
    });
    // A client that goes away is not a defect, and the signal already reports it.
    response.on('error', () => {});
    try {
      await this.#route(request, response, signal);
    } catch (error) {
      if (signal.aborted) response.destroy();
      else this.#fail(request, response, error);
    }
  }

  #route(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    if (this.#hostGuard?.(authorityOf(request)) === false) throw foreignHost();
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
    // Loading the SDK would take most of the start, and not every service has connectors.
    this.#connector ??= import('./connector/open-connector.ts').then((module) => module.openConnector());
    await (await this.#connector).answer(request, response, signal);
  }

  #fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (!(error instanceof RequestError)) this.#options.report(error);
    if (response.headersSent) return void response.destroy();
    const failure =
      error instanceof RequestError
        ? error
        : new RequestError('the rig has failed; its standard error says why', {
            status: 500,
            type: 'server_error',
          });
    // Some clients read the response only after they have sent the whole body.
    request.resume();
    writeJson(response, failure.status, failure.body);
  }
}

function foreignHost(): RequestError {
  return new RequestError(
    'the request does not name this rig as its host; use localhost or an address of this machine, or allow the name with --allow-host',
    { status: 421 },
  );
}

function notFound(): RequestError {
  const places = [...PROVIDERS.map(({ path }) => `${path}/chat/completions`), CONNECTOR];
  return new RequestError(`there is nothing here; the rig answers at ${places.join(', ')}`, { status: 404 });
}
