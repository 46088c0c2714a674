import { setTimeout } from 'node:timers/promises';
import { Client, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { DeclaredConnector } from '../directory/types.ts';
import { BOUNDS } from './bounds.ts';
import type { ConnectorCall, ConnectorTool, QuestionAnswer, ToolResult } from './connectors.ts';
import { explainFailure } from './explain-failure.ts';
import type { Line } from './line.ts';
import { openLine } from './open-line.ts';
import { QuestionRefused, readQuestion } from './question.ts';
import { type ListedTool, offerTools } from './tool-list.ts';
import { readResult, refusedResult } from './tool-result.ts';

/** The longest time that Node's timers take, in milliseconds. How long a call may last, its signal says. */
const NO_TIMEOUT = 2 ** 31 - 1;
/** How long a server gets to hear that a session ends, in milliseconds of real time. */
const FAREWELL = 1_000;
/** Takes the parameters of a request as they came. */
const AS_THEY_CAME = {
  '~standard': { version: 1 as const, vendor: 'conversation-api', validate: (value: unknown) => ({ value }) },
};

export interface SessionOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** How long connecting, and each page of a tool list, may take, in milliseconds of real time. */
  readonly patience: number;
  /** Called when the connector says that it has other tools now. */
  readonly onToolsChanged: () => void;
}

/** A conversation with a connector, for one call at a time. */
export class Session {
  readonly #connector: DeclaredConnector;
  readonly #options: SessionOptions;
  #client: Client | undefined;
  #line: Line | undefined;
  #isOpen = false;
  #elicit: ConnectorCall['elicit'] | undefined;

  constructor(connector: DeclaredConnector, options: SessionOptions) {
    this.#connector = connector;
    this.#options = options;
  }

  /** False once a call has failed or was aborted: what still comes in then would not belong to the next call. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** @throws ConnectorFailure; the signal's reason on abort */
  async connect(signal: AbortSignal): Promise<void> {
    const { patience } = this.#options;
    const either = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    try {
      this.#line = await openLine(this.#connector, this.#options.environment);
      this.#client = this.#createClient(this.#line);
      const connecting = this.#client.connect(this.#line.transport, { signal: either, timeout: patience });
      await untilAborted(connecting, either);
      this.#isOpen = true;
    } catch (error) {
      throw this.#explain(error, signal);
    }
    this.#answerInNewerRevision();
  }

  /** @throws ConnectorFailure; the signal's reason on abort */
  async listTools(signal: AbortSignal): Promise<readonly ConnectorTool[]> {
    if (!this.#connected().getServerCapabilities()?.tools) return [];
    const listed: ListedTool[] = [];
    try {
      for await (const page of this.#pages(signal)) listed.push(...page);
      return offerTools(listed);
    } catch (error) {
      throw this.#explain(error, signal);
    }
  }

  /** @throws ConnectorFailure; the signal's reason on abort; what `elicit` throws */
  async call({ tool, input, signal, elicit }: ConnectorCall): Promise<ToolResult> {
    const unanswerable = new AbortController();
    const either = AbortSignal.any([signal, unanswerable.signal]);
    this.#elicit = async (question) => {
      try {
        return await elicit(question);
      } catch (error) {
        unanswerable.abort(error);
        throw error;
      }
    };
    try {
      const params = { name: tool, arguments: input };
      return readResult(await this.#connected().callTool(params, { signal: either, timeout: NO_TIMEOUT }));
    } catch (error) {
      const isRefusal = error instanceof ProtocolError && !either.aborted;
      if (isRefusal) return refusedResult(error.message);
      throw this.#explain(error, either);
    } finally {
      this.#elicit = undefined;
    }
  }

  /** Ends the session. Never throws: a server that cannot even take its leave is gone. */
  async close(): Promise<void> {
    this.#isOpen = false;
    const line = this.#line;
    if (!line) return;
    await Promise.race([line.leave(), setTimeout(FAREWELL, undefined, { ref: false })]).catch(() => {});
    await this.#client?.close().catch(() => {});
    // The client does not know of a transport over which it has not connected.
    await line.transport.close().catch(() => {});
  }

  #createClient({ negotiates }: Line): Client {
    const client = new Client(
      { name: 'conversation-api', version: '1' },
      {
        capabilities: { elicitation: { form: {} } },
        versionNegotiation: { mode: negotiates ? 'auto' : 'legacy' },
      },
    );
    client.onclose = () => {
      this.#isOpen = false;
    };
    client.setNotificationHandler('notifications/tools/list_changed', this.#options.onToolsChanged);
    // As a handler of this very method it would see schemas with all keywords removed that the SDK does not know.
    client.fallbackRequestHandler = async ({ method, params }) => {
      if (method === 'elicitation/create') return { ...(await this.#answer(params)) };
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    };
    return client;
  }

  /** In the newer revision a question comes inside of a result, and the SDK looks for a handler of its method. */
  #answerInNewerRevision(): void {
    const client = this.#connected();
    if (client.getProtocolEra() !== 'modern') return;
    client.setRequestHandler('elicitation/create', { params: AS_THEY_CAME }, async (params) => ({
      ...(await this.#answer(params)),
    }));
  }

  async #answer(params: unknown): Promise<QuestionAnswer> {
    if (!this.#elicit)
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'No tool runs that could ask.');
    try {
      return await this.#elicit(readQuestion(params));
    } catch (error) {
      const isRefused = error instanceof QuestionRefused;
      // Why nobody could answer is our affair, and no word to a connector.
      throw isRefused
        ? new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
        : new ProtocolError(ProtocolErrorCode.InternalError, 'The question could not be answered.');
    }
  }

  /** The SDK's own way to read all pages knows no bound on the number of tools. */
  async *#pages(signal: AbortSignal): AsyncGenerator<readonly ListedTool[]> {
    let cursor: string | undefined;
    let count = 0;
    for (let page = 0; page < BOUNDS.toolPages && count < BOUNDS.tools; page += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const options = { signal, timeout: this.#options.patience };
      const { tools, nextCursor } = await this.#connected().request(
        { method: 'tools/list', params },
        options,
      );
      yield tools;
      if (nextCursor === undefined) return;
      count += tools.length;
      cursor = nextCursor;
    }
  }

  #connected(): Client {
    return this.#client as Client;
  }

  /** What to throw for an error, after which the session is not used again. */
  #explain(error: unknown, signal: AbortSignal): unknown {
    this.#isOpen = false;
    if (signal.aborted) return signal.reason;
    return explainFailure(this.#connector, error, this.#line?.lastWords() ?? '');
  }
}

/** Waits no longer than the signal lets. @throws its reason on abort */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  // Work that goes on is not waited for, and neither is its failure.
  work.catch(() => {});
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
