import type { DoubtingTransport } from '../drive/doubting-transport.ts';
import { pause as waitFor } from '../drive/run-clock.ts';

/** A transport whose reads wait until some time has passed since the end of everything else. @param patience milliseconds of the real clock */
export function patientReads(inner: DoubtingTransport, patience: number): DoubtingTransport {
  const { clock } = inner;
  let quiet = Number.NEGATIVE_INFINITY;
  return {
    ...inner,
    async send(request, signal, pause) {
      if (request.method === 'GET') {
        await waitFor(clock, Math.max(0, quiet + patience - clock.now()), signal);
        return inner.send(request, signal, pause);
      }
      const response = await inner.send(request, signal, pause);
      return { ...response, body: noting(response.body, () => (quiet = clock.now())) };
    },
  };
}

async function* noting(body: AsyncIterable<Uint8Array>, onOver: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    onOver();
  }
}
