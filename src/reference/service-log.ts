import { listCauses } from './causes.ts';
import type { MaskSecrets } from './secrets.ts';

/** Writes lines of the log, whatever their format. */
export interface LineWriter {
  info(members: object, message: string): void;
  warn(members: object, message: string): void;
  error(members: object, message: string): void;
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
}

/** Writes to the log what happens behind the requests, with the whole chain of causes of each error. */
export class ServiceLog {
  readonly #mask: MaskSecrets;
  readonly #writer: () => LineWriter | undefined;

  /** @param writer returns undefined when nothing is logged */
  constructor(mask: MaskSecrets, writer: () => LineWriter | undefined) {
    this.#mask = mask;
    this.#writer = writer;
  }

  turnOver(turn: LoggedTurn, { end, failure, error, isDefect, milliseconds }: LoggedEnd): void {
    const level = isDefect ? 'error' : end === 'error' ? 'warn' : 'info';
    const members = { end, ...(failure !== undefined && { failure }), ms: milliseconds };
    this.#writer()?.[level]({ ...lineOf(turn), ...members, ...this.#causes(error) }, 'turn over');
  }

  /** Recovery has stored the outcome of a turn whose save failed, or whose process stopped. */
  turnSettled(turn: LoggedTurn, end: LoggedEnd['end'], failure: string | undefined): void {
    this.#writer()?.info({ ...lineOf(turn), end, ...(failure !== undefined && { failure }) }, 'turn settled');
  }

  /** Something failed that did not end the turn. @param part what failed, such as `connector` */
  turnTroubled(turn: LoggedTurn, part: TroubledPart, error: unknown): void {
    this.#writer()?.warn({ ...lineOf(turn), ...this.#causes(error) }, `${part} failed`);
  }

  /** @param revision of MCP, on which both sides have agreed */
  connectorConnected(connector: string, revision: string): void {
    this.#writer()?.info({ connector, revision }, 'connector connected');
  }

  #causes(error: unknown) {
    return error !== undefined && { causes: listCauses(error, this.#mask) };
  }
}

/** A part of a turn that can fail without ending the turn. */
export type TroubledPart = 'provider' | 'connector' | 'agent task';

function lineOf({ requestId, chatId, messageId }: LoggedTurn) {
  return { request_id: requestId, chat_id: chatId, message_id: messageId };
}
