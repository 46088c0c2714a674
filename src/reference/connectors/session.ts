import {
  Client,
  type jsonSchemaValidator,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/client';
import type { DeclaredConnector } from '../directory/types.ts';
import { BOUNDS } from './bounds.ts';
import {
  type ConnectorCall,
  ConnectorFailure,
  type ConnectorTool,
  type QuestionAnswer,
  type ToolResult,
} from './connectors.ts';
import { explainFailure } from './explain-failure.ts';
import type { Line } from './line.ts';
import { Link, untilAborted } from './link.ts';
import { openLine } from './open-line.ts';
import { QuestionRefused, readQuestion } from './question.ts';
import { type Agreement, agreementsOf, canAsk, isRefusal } from './revisions.ts';
import { offerTools, readToolList } from './tool-list.ts';
import { readResult, refusedResult } from './tool-result.ts';

/** The longest delay of Node's timers, in milliseconds. The call's signal limits how long it may take. */
const NO_TIMEOUT = 2 ** 31 - 1;
/** A schema that accepts the parameters of a request unchanged. */
const UNCHANGED = {
  '~standard': { version: 1 as const, vendor: 'conversation-api', validate: (value: unknown) => ({ value }) },
};

/** Accepts every result of a tool. The schemas of results come from the connector, and results go to the model as they are. */
const NO_VALIDATION: jsonSchemaValidator = {
  getValidator: () => (value) => ({ valid: true, data: value as never, errorMessage: undefined }),
};

export interface SessionOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Time limit for waiting until it is connected, and for each page of a tool list, in milliseconds of real time. */
  readonly patience: number;
  /** Called when the connector announces that its tools have changed. */
  readonly onToolsChanged: () => void;
  /** Called when a session is connected. @param revision the revision of MCP that both sides agreed on */
  readonly onConnected: (revision: string) => void;
}

/** An MCP session with a connector. It serves one call at a time. */
export class Session {
  readonly #connector: DeclaredConnector;
  readonly #options: SessionOptions;
  /** The links that were opened to agree on a revision. One of them carries the session. */
  readonly #links = new Set<Link>();
  #link: Link | undefined;
  #isOpen = false;
  /** The start, which goes on when nobody waits for it. */
  #start: Promise<void> | undefined;
  #isStarting = false;
  readonly #closed = new AbortController();
  #elicit: ConnectorCall['elicit'] | undefined;
  /** Questions of the current call that are not answered yet. */
  #openQuestions = 0;
  /** The number of questions in the current call. */
  #questions = 0;
  /** The number of messages since the last call or tool list began. */
  #messages = 0;
  /** Ends the current call. */
  #endCall: AbortController | undefined;

  constructor(connector: DeclaredConnector, options: SessionOptions) {
    this.#connector = connector;
    this.#options = options;
  }

  /** False after a call that failed, was aborted or left a question open, since messages of that call could arrive during the next one. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether the session is still connecting. Nobody may be waiting for that. */
  get isStarting(): boolean {
    return this.#isStarting;
  }

  /** Settles when the session is connected or has failed to connect. */
  get start(): Promise<void> | undefined {
    return this.#start;
  }

  /**
   * Waits until the session is connected. A start that takes longer than the time limit goes on in the background, and so does one whose
   * turn is cancelled. A later call waits for the same start.
   *
   * @throws ConnectorFailure; the signal's reason on abort
   */
  async connect(signal: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout(this.#options.patience);
    try {
      signal.throwIfAborted();
      this.#start ??= this.#begin();
      await untilAborted(this.#start, AbortSignal.any([signal, limit]));
    } catch (error) {
      throw this.#explain(error, signal);
    }
  }

  async #begin(): Promise<void> {
    this.#isStarting = true;
    try {
      this.#link = await this.#agree(
        AbortSignal.any([this.#closed.signal, AbortSignal.timeout(BOUNDS.start)]),
      );
      this.#isOpen = !this.#closed.signal.aborted;
    } finally {
      this.#isStarting = false;
    }
    this.#answerInNewerRevision();
    this.#options.onConnected(this.#connected().getNegotiatedProtocolVersion() ?? 'unknown');
  }

  /** Opens links until a revision is agreed on. Prefers a link over which the server can ask questions. */
  async #agree(signal: AbortSignal): Promise<Link> {
    let usable: Link | undefined;
    let refusal: unknown;
    for (const agreement of agreementsOf(this.#connector)) {
      try {
        const link = await this.#open(agreement, signal);
        await usable?.close();
        usable = link;
        if (canAsk(link)) break;
      } catch (error) {
        signal.throwIfAborted();
        // If an older revision works, the failure of a newer one does not matter.
        if (!usable && !isRefusal(error)) throw error;
        refusal = error;
      }
    }
    if (!usable) throw refusal;
    return usable;
  }

  async #open(agreement: Agreement, signal: AbortSignal): Promise<Link> {
    const line = await openLine(this.#connector, this.#options.environment);
    this.#countMessages(line);
    const link = new Link(this.#createClient(agreement), line);
    this.#links.add(link);
    await link.connect(signal);
    return link;
  }

  /** @throws ConnectorFailure; the signal's reason on abort */
  async listTools(signal: AbortSignal): Promise<readonly ConnectorTool[]> {
    if (!this.#connected().getServerCapabilities()?.tools) return [];
    this.#messages = 0;
    try {
      const options = { signal, timeout: this.#options.patience };
      return offerTools(await readToolList(this.#connected(), options));
    } catch (error) {
      throw this.#explain(error, signal);
    }
  }

  /** @throws ConnectorFailure; the signal's reason on abort; any error of `elicit` */
  async call({ tool, input, signal, elicit }: ConnectorCall): Promise<ToolResult> {
    const ending = new AbortController();
    const either = AbortSignal.any([signal, ending.signal]);
    this.#endCall = ending;
    this.#questions = 0;
    this.#messages = 0;
    this.#elicit = async (question) => {
      this.#openQuestions += 1;
      try {
        return await elicit(question);
      } catch (error) {
        ending.abort(error);
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
      this.#endCall = undefined;
      // A server that does not wait for an answer could ask the next question during the call of another turn.
      if (this.#openQuestions > 0) this.#isOpen = false;
    }
  }

  /** Ends the session. Never throws, since a server that does not respond has ended the session anyway. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#closed.abort();
    // A link that is being opened could otherwise be left open.
    await this.#start?.catch(() => {});
    await Promise.all(Array.from(this.#links, (link) => link.close()));
  }

  #createClient(agreement: Agreement): Client {
    const client = new Client(
      { name: 'conversation-api', version: '1' },
      {
        capabilities: { elicitation: { form: {} } },
        jsonSchemaValidator: NO_VALIDATION,
        ...agreement,
      },
    );
    client.onclose = () => {
      if (this.#link?.client === client) this.#isOpen = false;
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
      throw new ProtocolError(
        ProtocolErrorCode.InvalidRequest,
        'No tool is running, so no question can be asked.',
      );
    this.#questions += 1;
    if (this.#questions > BOUNDS.questions) {
      this.#cut(`asked more than ${BOUNDS.questions} questions in one call`);
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'The call asked too many questions.');
    }
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

  /** Cuts the line when the connector sends too many messages. */
  #countMessages({ transport }: Line): void {
    const { onmessage } = transport;
    // The client preserves this listener and calls it before its own.
    transport.onmessage = (message, extra) => {
      onmessage?.(message, extra);
      this.#messages += 1;
      if (this.#messages > BOUNDS.messages) {
        this.#cut(`sent more than ${BOUNDS.messages} messages in one call`);
      }
    };
  }

  /** Ends the session and the current call at once, since the connector would go on. @param what the connector did */
  #cut(what: string): void {
    this.#isOpen = false;
    this.#endCall?.abort(
      new ConnectorFailure(`The connector ${JSON.stringify(this.#connector.name)} ${what}.`),
    );
    for (const { line } of this.#links) void line.transport.close();
  }

  #connected(): Client {
    return (this.#link as Link).client;
  }

  /** Closes the session to further calls. @returns the error to throw */
  #explain(error: unknown, signal: AbortSignal): unknown {
    this.#isOpen = false;
    if (signal.aborted) return signal.reason;
    return explainFailure(
      this.#connector,
      error,
      Array.from(this.#links, ({ line }) => line),
    );
  }
}
