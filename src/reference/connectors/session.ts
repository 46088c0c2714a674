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

/** The longest delay of Node's timers, in milliseconds. The call's signal limits how long it may take. */
const NO_TIMEOUT = 2 ** 31 - 1;
/** Time limit for announcing the end of a session to the server, in milliseconds of real time. */
const FAREWELL = 1_000;
/** A schema that accepts the parameters of a request unchanged. */
const UNCHANGED = {
  '~standard': { version: 1 as const, vendor: 'conversation-api', validate: (value: unknown) => ({ value }) },
};

export interface SessionOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Time limit for connecting, and for each page of a tool list, in milliseconds of real time. */
  readonly patience: number;
  /** Called when the connector announces that its tools have changed. */
  readonly onToolsChanged: () => void;
}

/** An MCP session with a connector. It serves one call at a time. */
export class Session {
  readonly #connector: DeclaredConnector;
  readonly #options: SessionOptions;
  #client: Client | undefined;
  #line: Line | undefined;
  #isOpen = false;
  #elicit: ConnectorCall['elicit'] | undefined;
  /** Questions of the current call that have no answer yet. */
  #openQuestions = 0;

  constructor(connector: DeclaredConnector, options: SessionOptions) {
    this.#connector = connector;
    this.#options = options;
  }

  /** False after a call has failed, was aborted or left a question open, since messages of that call could arrive during the next one. */
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

  /** @throws ConnectorFailure; the signal's reason on abort; any error of `elicit` */
  async call({ tool, input, signal, elicit }: ConnectorCall): Promise<ToolResult> {
    const unanswerable = new AbortController();
    const either = AbortSignal.any([signal, unanswerable.signal]);
    this.#elicit = async (question) => {
      this.#openQuestions += 1;
      try {
        return await elicit(question);
      } catch (error) {
        unanswerable.abort(error);
        throw error;
      } finally {
        this.#openQuestions -= 1;
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
      // A server that does not wait for an answer could ask the next question during the call of another turn.
      if (this.#openQuestions > 0) this.#isOpen = false;
    }
  }

  /** Ends the session. Never throws, since a server that does not respond has ended the session anyway. */
  async close(): Promise<void> {
    this.#isOpen = false;
    const line = this.#line;
    if (!line) return;
    await Promise.race([line.leave(), setTimeout(FAREWELL, undefined, { ref: false })]).catch(() => {});
    await this.#client?.close().catch(() => {});
    // The client closes its transport only if it has connected over it.
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
    // A handler registered for this method would get schemas without the keywords that the SDK does not know.
    client.fallbackRequestHandler = async ({ method, params }) => {
      if (method === 'elicitation/create') return { ...(await this.#answer(params)) };
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    };
    return client;
  }

  /** In the newer revision a question is part of a result, and the SDK requires a handler registered for the method. */
  #answerInNewerRevision(): void {
    const client = this.#connected();
    if (client.getProtocolEra() !== 'modern') return;
    client.setRequestHandler('elicitation/create', { params: UNCHANGED }, async (params) => ({
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
      // The reason is internal to this server and must not reach the connector.
      throw isRefused
        ? new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
        : new ProtocolError(ProtocolErrorCode.InternalError, 'The question could not be answered.');
    }
  }

  /** Reads the pages of the tool list. The SDK's own iteration has no limit on the number of tools. */
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

  /** Closes the session to further calls. @returns the error to throw */
  #explain(error: unknown, signal: AbortSignal): unknown {
    this.#isOpen = false;
    if (signal.aborted) return signal.reason;
    return explainFailure(this.#connector, error, this.#line?.lastWords() ?? '');
  }
}

/** Waits for work or for the abort of the signal. @throws the signal's reason on abort; any error of the work */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  // After an abort nobody awaits the work, so its rejection would be unhandled.
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
