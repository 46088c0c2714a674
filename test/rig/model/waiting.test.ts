import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import { clientOf, hear, openRig, scripted } from '../calling.ts';

/** Opens the stream of a reply and reads it as raw text. */
async function open(modelUrl: string, script: Parameters<typeof scripted>[0], signal?: AbortSignal) {
  const response = await fetch(`${modelUrl}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ ...scripted(script), stream: true }),
    ...(signal && { signal }),
  });
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = '';
  return {
    /** Waits until the stream contains a text. @returns everything so far */
    async until(wanted: string): Promise<string> {
      while (!text.includes(wanted)) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`the stream ended without ${wanted}`);
        text += value;
      }
      return text;
    },
    rest: async () => {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) text += piece.value;
      return text;
    },
  };
}

describe('a wait', () => {
  it('takes as long as the script says, and comments keep the connection alive', async () => {
    const clock = new VirtualClock();
    const { modelUrl } = await openRig({ clock });
    const stream = await open(modelUrl, [{ say: 'I begin. ' }, { wait: 600 }, { say: 'Done.' }]);
    await stream.until('I begin. ');
    await clock.advance(599_000);
    const before = await stream.until(': silent\n\n');
    expect(before).not.toContain('Done.');
    await clock.advance(1_000);
    const whole = await stream.rest();
    expect(whole.indexOf(': silent')).toBeLessThan(whole.indexOf('Done.'));
    expect(whole).toMatch(/data: \[DONE\]\n\n$/);
    expect(clock.pending).toBe(0);
  });

  it('at the start comes after the response headers, so that the service knows that its request arrived', async () => {
    const clock = new VirtualClock();
    const { modelUrl } = await openRig({ clock });
    const stream = await open(modelUrl, [{ wait: 40 }, { fail: 'refusal' }]);
    await stream.until('"role":"assistant"');
    await clock.advance(40_000);
    expect(await stream.rest()).toContain('"finish_reason":"content_filter"');
  });

  it('is invisible to event readers', async () => {
    const clock = new VirtualClock();
    const { modelUrl } = await openRig({ clock });
    const heard = hear(clientOf(modelUrl), scripted([{ wait: 20 }, { say: 'Still here.' }]));
    while (clock.pending < 2) await new Promise(setImmediate);
    await clock.advance(20_000);
    expect(await heard).toMatchObject({ pieces: ['Still here.'], finish: 'stop', error: undefined });
  });
});

describe('a reply that hangs', () => {
  it.each([['stream'], ['one piece']])(
    'leaves nothing behind when the client disconnects: %s',
    async (how) => {
      const clock = new VirtualClock();
      const { modelUrl } = await openRig({ clock });
      const left = new AbortController();
      const answer = fetch(`${modelUrl}/chat/completions`, {
        method: 'POST',
        body: JSON.stringify({ ...scripted([{ wait: 86_400 }, { hang: true }]), stream: how === 'stream' }),
        signal: left.signal,
      }).then((response) => response.text());
      while (clock.pending === 0) await new Promise(setImmediate);
      left.abort();
      await expect(answer).rejects.toThrow('aborted');
      await expect.poll(() => clock.pending).toBe(0);
    },
  );

  it('is cut when the rig stops', async () => {
    const { modelUrl, close } = await openRig();
    const stream = await open(modelUrl, [{ say: 'I begin. ' }, { hang: true }]);
    await stream.until('I begin. ');
    await close();
    await expect(stream.rest()).rejects.toThrow();
  });
});
