import { isObject, type JsonObject } from '../json.ts';
import type { Report, SentRequest } from './sent-request.ts';

/** Which interactions were answered with success: such a one is not pending at the next attempt. */
export class ResolvedBook {
  readonly #report: Report;
  /** The exchanges in which interactions were answered with success, by operation, chat and interaction. */
  readonly #resolved = new Map<string, number>();

  constructor(report: Report) {
    this.#report = report;
  }

  answer(request: SentRequest, status: number, { message_code: code }: JsonObject): void {
    const { operation, parameter } = request;
    if (!isObject(request.body) || operation === 'cancelTurn') return;
    const { action_id: id } = request.body;
    if (typeof id !== 'string') return;
    const name = `${operation} ${parameter} ${id}`;
    if (status < 300) this.#resolved.set(name, request.exchange);
    const other = this.#resolved.get(name);
    // The interaction may also be gone with its turn.
    if (status !== 409 || other === undefined || code === 'api_v1_action_not_pending') return;
    this.#report('errors.action-not-pending.answer', request, {
      pointer: '/message_code',
      expected: 'api_v1_action_not_pending',
      actual: String(code).slice(0, 80),
      others: [other],
    });
  }
}
