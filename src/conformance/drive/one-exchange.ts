import { GrowingBytes } from '../judge/growing-bytes.ts';
import { bodyWithoutNulls } from '../judge/shape/null-for-absent.ts';
import { Answer } from './answer.ts';
import { countValues, parseJson } from './bounded-json.ts';
import type { ExchangeWriter } from './exchange-writer.ts';
import { type Transport, TransportFailure, type WireResponse } from './wire.ts';

/** Sends the request of an exchange and waits for the head of its response. @throws TransportFailure */
export async function exchangeHeads(
  transport: Transport,
  writer: ExchangeWriter,
  signal?: AbortSignal,
): Promise<WireResponse> {
  try {
    const response = await transport.send(writer.exchange.request, signal, () => writer.pause());
    if (response.broken !== undefined) {
      writer.end('error', response.broken.message);
      return response;
    }
    if (response.isDelayed) writer.exchange.isDelayed = true;
    if (response.refusals !== undefined) writer.exchange.refusals = response.refusals;
    writer.respond(response.status, response.headers);
    return response;
  } catch (error) {
    if (error instanceof TransportFailure) writer.exchange.failure = error.problem;
    writer.end(isStop(error) ? 'client' : 'error', problemOf(error));
    throw error;
  }
}

/** @throws TransportFailure if something else answered the same request before, so that its effects are unknown */
export function requireFirst({ isRepeatOf }: WireResponse): void {
  if (isRepeatOf !== undefined) throw new TransportFailure('stranger', isRepeatOf);
}

/** Reads the body of a response to its end and parses it. @throws TransportFailure */
export async function readAnswer(writer: ExchangeWriter, body: AsyncIterable<Uint8Array>): Promise<Answer> {
  if (writer.exchange.status === undefined) return new Answer(writer.exchange, undefined);
  const whole = new GrowingBytes();
  try {
    for await (const piece of body) {
      writer.push(piece);
      whole.push(piece);
    }
    const text = whole.toString();
    writer.hold(text, countValues(text));
    const { request, status = 0 } = writer.exchange;
    const parsed = bodyWithoutNulls(request, status, parseJson(text));
    const usable = writer.answer(parsed);
    writer.end('server');
    return new Answer(writer.exchange, usable);
  } catch (error) {
    writer.end(isStop(error) ? 'client' : 'error', problemOf(error));
    throw error;
  } finally {
    whole.release();
  }
}

/** The message of a transport failure, for the log. */
export function problemOf(error: unknown): string | undefined {
  return error instanceof TransportFailure ? error.message : undefined;
}

/** Whether the run was stopped, which is no failure of the target. */
export function isStop(error: unknown): boolean {
  return error instanceof TransportFailure && error.problem === 'stopped';
}
