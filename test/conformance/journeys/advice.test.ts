import { expect, it } from 'vitest';
import { judgeOwnClient, type Mistake } from './judge.ts';

const remarksWith = async (journey: string, mistake: Mistake) =>
  (await judgeOwnClient({ journeys: [journey], mistake })).remarks;

/** A client that repeats a request at once after this status. */
const repeatingAfter =
  (status: number): Mistake =>
  (fetch) =>
  async (input, init) => {
    const response = await fetch(input, init);
    return response.status === status ? fetch(input, init) : response;
  };

it('says that a client waits less than Retry-After, and fails it for nothing', async () => {
  expect(await remarksWith('send.busy-service', repeatingAfter(429))).toEqual([
    'advice: the client waits 4 ms after Retry-After: 2 (send.busy-service)',
    expect.stringMatching(/after Retry-After: Thu, .* GMT \(send\.busy-service-date\)$/),
  ]);
});

it('says that a client repeats what a rejected token sent', async () => {
  expect(await remarksWith('send.rejected-token', repeatingAfter(401))).toEqual([
    'advice: the client repeats a request that got 401, 403 or retry_action none (send.rejected-token)',
  ]);
});

it('says that a client requests what the contract does not have', async () => {
  const curious: Mistake = (fetch) => async (input, init) => {
    await fetch(String(input).replace(/\/chats.*/, '/health'));
    return fetch(input, init);
  };
  expect(await remarksWith('leave.plain', curious)).toEqual([
    'advice: the client requests GET /api/v1/health, which is not in the contract (leave.plain)',
  ]);
});

it('says that a client keeps a stream open that it has left', async () => {
  const kept: Response[] = [];
  const hoarding: Mistake = (fetch) => async (input, init) => {
    const response = await fetch(input, { ...init, signal: null });
    // What is cancelled is only one of the two bodies.
    kept.push(response.clone());
    return response;
  };
  expect(await remarksWith('leave.plain', hoarding)).toEqual([
    'advice: the client leaves its connection open after it has left a stream (leave.plain)',
  ]);
});

it('says that a client does not wait for a ping', async () => {
  const impatient: Mistake = (fetch, { clock }) => {
    let isFirst = true;
    return async (input, init) => {
      if (!isFirst) return fetch(input, init);
      isFirst = false;
      const leave = new AbortController();
      clock.after(10_000, () => leave.abort());
      return fetch(input, { ...init, signal: leave.signal });
    };
  };
  expect(await remarksWith('stream.silence', impatient)).toEqual([
    'advice: the client closes a stream before a ping is due, 15 s after the last event (stream.silence)',
  ]);
});
