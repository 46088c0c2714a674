import type { Usage } from '../../generated/types.d.ts';
import { listCauses } from './causes.ts';
import type { Metrics } from './metrics.ts';
import { ModelFailure } from './models/model.ts';
import type { MaskSecrets } from './secrets/secret-mask.ts';

/** Writes lines of the log, in any format. */
export interface LineWriter {
  info(members: object, message: string): void;
  warn(members: object, message: string): void;
  error(members: object, message: string): void;
}

/** Writes each line to all of the writers that there are. */
export function bothOf(...writers: readonly (LineWriter | undefined)[]): LineWriter | undefined {
  const [first, second] = writers.filter((writer) => writer !== undefined);
  if (!first || !second) return first;
  const write = (level: keyof LineWriter) => (members: object, message: string) => {
    first[level](members, message);
    second[level](members, message);
  };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

/** What identifies a turn in the log. */
export interface LoggedTurn {
  readonly requestId: string;
  readonly chatId: string;
  readonly messageId: number;
}

/** How a turn ended, for the log. */
export interface LoggedEnd {
  readonly end: 'completed' | 'cancelled' | 'error';
  /** The code of the failure that clients get. */
  readonly failure?: string | undefined;
  /** What stopped the turn. */
  readonly error?: unknown;
  /** Whether the error is a defect of this server. */
  readonly isDefect: boolean;
  readonly milliseconds: number;
  /** Milliseconds until the answer began; absent if it is empty. */
  readonly untilText?: number;
  /** How the turn was started. */
  readonly channel: string;
  /** Absent for a turn of the application. */
  readonly credential?: string;
  /** The code of the model. */
  readonly model: string;
  /** The provider that answered or failed last, if any did. */
  readonly provider: string | undefined;
  /** Absent if the turn consumed nothing. */
  readonly usage?: Usage;
  /** The names of the tools that were called, in order. */
  readonly tools: readonly string[];
}

/** The maximum number of tool names in one line. */
const MOST_TOOLS = 50;

/** Logs what happens behind the requests, with the whole chain of causes of each error. */
export class ServiceLog {
  readonly #mask: MaskSecrets;
  readonly #writer: () => LineWriter | undefined;
  readonly #metrics: Metrics;

  /** @param writer returns undefined when nothing is logged. @param metrics counts the turns even if nothing is logged */
  constructor(mask: MaskSecrets, writer: () => LineWriter | undefined, metrics: Metrics) {
    this.#mask = mask;
    this.#writer = writer;
    this.#metrics = metrics;
  }

  turnOver(turn: LoggedTurn, over: LoggedEnd): void {
    const { end, failure, error, isDefect, milliseconds } = over;
    this.#metrics.turnOver(end, failure, milliseconds);
    if (over.provider !== undefined && (end === 'completed' || error instanceof ModelFailure))
      this.#metrics.providerUsed(over.provider, end === 'completed' ? 'answered' : 'failed');
    const level = isDefect ? 'error' : end === 'error' ? 'warn' : 'info';
    this.#writer()?.[level]({ ...lineOf(turn), ...membersOf(over), ...this.#causes(error) }, 'turn over');
  }

  /** Logs that recovery has stored the outcome of a turn whose save failed, or whose process stopped. */
  turnSettled(turn: LoggedTurn, end: LoggedEnd['end'], failure: string | undefined): void {
    this.#writer()?.info({ ...lineOf(turn), end, ...(failure !== undefined && { failure }) }, 'turn settled');
  }

  /** Logs a failure that did not end the turn. @param part what failed, such as `connector` */
  turnTroubled(turn: LoggedTurn, part: TroubledPart, error: unknown): void {
    if (error instanceof ModelFailure) this.#metrics.providerUsed(error.facts.provider, 'failed');
    this.#writer()?.warn({ ...lineOf(turn), ...this.#causes(error) }, `${part} failed`);
  }

  listening(facts: { readonly address: string; readonly url: string; readonly version: string }): void {
    this.#writer()?.info(facts, 'listening');
  }

  /** Logs that a changed seed is in use. */
  seedRead(seed: string): void {
    this.#writer()?.info({ seed }, 'seed read');
  }

  /** Logs that a changed seed cannot be used, and that the earlier one stays in use. */
  seedRefused(seed: string, error: unknown): void {
    this.#writer()?.error({ seed, ...this.#causes(error) }, 'seed refused');
  }

  /** Logs whether a program behind the server answered when it was asked at the start. @param error why it did not */
  checked(backend: CheckedBackend, error?: unknown): void {
    const writer = this.#writer();
    if (error === undefined) writer?.info(backend, 'answers');
    else writer?.warn({ ...backend, ...this.#causes(error) }, 'does not answer');
  }

  /** @param revision the revision of MCP that both sides agreed on */
  connectorConnected(connector: string, revision: string): void {
    this.#metrics.connectorConnected(connector);
    this.#writer()?.info({ connector, revision }, 'connector connected');
  }

  #causes(error: unknown) {
    return error !== undefined && { causes: listCauses(error, this.#mask) };
  }
}

/** The code of a model with a provider of it, or the name of a connector. */
export type CheckedBackend =
  | { readonly model: string; readonly provider: string }
  | { readonly connector: string };

/** A part of a turn that can fail without ending the turn. */
export type TroubledPart = 'provider' | 'connector' | 'agent task';

function lineOf({ requestId, chatId, messageId }: LoggedTurn) {
  return { request_id: requestId, chat_id: chatId, message_id: messageId };
}

function membersOf(over: LoggedEnd): object {
  const { end, failure, milliseconds, untilText, channel, credential, model, provider, usage, tools } = over;
  return {
    channel,
    credential,
    end,
    failure,
    ms: milliseconds,
    first_text_ms: untilText,
    model,
    provider,
    ...(usage && {
      tokens: {
        prompt: usage.prompt_tokens,
        completion: usage.completion_tokens,
        reasoning: usage.reasoning_tokens,
        agents: usage.agent_tokens,
        total: usage.total_tokens,
      },
    }),
    ...(tools.length > 0 && { tools: tools.slice(0, MOST_TOOLS) }),
  };
}
