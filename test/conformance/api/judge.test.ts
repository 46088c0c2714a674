import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import schema from '../../../spec/formats/report.schema.json' with { type: 'json' };
import { InputError, judge, type Recorded } from '../../../src/conformance/index.ts';

const sound = readFileSync('test/recordings/valid/plain.sse');
const broken = readFileSync('test/recordings/broken/usage-strings.sse');

async function* piecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('judge', () => {
  it.each<[string, Recorded]>([
    ['bytes', broken],
    ['a text', broken.toString()],
    ['bytes in pieces', piecesOf(broken, 7)],
    ['gzip', gzipSync(broken)],
    ['a web stream', new Blob([new Uint8Array(broken)]).stream()],
  ])('accepts %s', async (_, recorded) => {
    const { verdict, summary, requirements } = await judge(recorded);
    expect({ verdict, bytes: summary.bytes }).toEqual({ verdict: 'nonconformant', bytes: broken.length });
    const failed = requirements.filter(({ status }) => status === 'failed').map(({ id }) => id);
    expect(failed).toContain('usage.prompt-tokens.integer');
  });

  it('returns a report in the published format under the given name', async () => {
    const report = await judge(sound, { name: 'plain.sse' });
    expect(report).toMatchObject({ target: 'plain.sse', mode: 'recording', verdict: 'conformant' });
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect(validate(JSON.parse(JSON.stringify(report))), JSON.stringify(validate.errors)).toBe(true);
  });

  it('uses the given format instead of the detected one', async () => {
    await expect(judge(sound, { format: 'recording' })).rejects.toBeInstanceOf(InputError);
  });

  it.each([
    ['noise', new Uint8Array([0, 1, 2])],
    ['a page', '<!doctype html>'],
  ])('refuses %s, and names the input', async (_, recorded) => {
    await expect(judge(recorded, { name: 'answer.bin' })).rejects.toThrow(
      'cannot judge answer.bin: it is neither an event stream, a recording nor a HAR',
    );
  });

  it('reports the missing end of a stream as a violation, unless the recording is declared partial', async () => {
    const cut = sound.subarray(0, sound.lastIndexOf('event:'));
    expect(await judge(cut)).toMatchObject({ verdict: 'nonconformant' });
    expect(await judge(cut, { isPartial: true })).toMatchObject({ verdict: 'incomplete' });
  });

  it('stops at the limit, and reports that', async () => {
    const { verdict, incomplete } = await judge(sound, { inputBytes: 300 });
    expect(verdict).toBe('incomplete');
    expect(incomplete).toContain('reading stopped at the limit of 300 bytes');
  });
});
