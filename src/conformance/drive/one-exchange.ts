import { Answer } from './answer.ts';
import type { ExchangeWriter } from './exchange-log.ts';
import { type Transport, TransportFailure, type WireResponse } from './wire.ts';

/** Sends the request of an exchange and waits for the head of its response. @throws TransportFailure */
export async function exchangeHeads(
  transport: Transport,
  writer: ExchangeWriter,
  signal?: AbortSignal,
): Promise<WireResponse> {
  try {
    const response = await transport.send(writer.exchange.request, signal);
    writer.respond(response.status, response.headers);
    return response;
  } catch (error) {
    writer.end('error', problemOf(error));
    throw error;
  }
}

/** Reads the body of a response to its end. @throws TransportFailure */
export async function readAnswer(writer: ExchangeWriter, body: AsyncIterable<Uint8Array>): Promise<Answer> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of body) {
      writer.push(piece);
      pieces.push(piece);
    }
    writer.end('server');
  } catch (error) {
    writer.end('error', problemOf(error));
    throw error;
  }
  return new Answer(writer.exchange, parse(Buffer.concat(pieces).toString()));
}

function problemOf(error: unknown): string | undefined {
  return error instanceof TransportFailure ? error.message : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
