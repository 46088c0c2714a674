import { spawnSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findInputs } from '../../../src/conformance/run/find-inputs.ts';
import { judgeInputs } from '../../../src/conformance/run/judge-inputs.ts';
import { makeWorkspace, readRecording, recording } from '../../cli/workspace.ts';

const files = makeWorkspace();
const noInput = () => Readable.from([]);

describe('finding inputs', () => {
  it.each([
    ['sse', 'event: ping\ndata: {}\n\n'],
    ['sse', '\ufeff\r\ndata: {}\r\n'],
    ['sse', ': a comment first\n\nevent: ping\n'],
    ['sse', ':\n\n'],
    ['sse', 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\nevent: ping\r\n'],
    ['sse', ''],
    ['recording', '{"recording":1}\n'],
    ['recording', ' { "recording": 2 }\n'],
    ['har', '{\n  "log": {"version":"1.2","entries":[]}}'],
    ['har', '\ufeff{"log":{}}'],
  ])('takes for %s: %j', async (format, text) => {
    const path = files.write('input', text);
    for (const [name, stdin] of [
      [path, noInput()],
      ['-', Readable.from(text === '' ? [] : [Buffer.from(text)])],
      [files.write('input.gz', gzipSync(text)), noInput()],
    ] as const) {
      const { inputs, problems } = await findInputs([name], () => stdin);
      expect({ name, problems, formats: inputs.map((input) => input.format) }).toEqual({
        name,
        problems: [],
        formats: [format],
      });
    }
  });

  it('sorts what a glob matches, and keeps the order of the arguments', async () => {
    const names = ['z/2.sse', 'z/10.sse', 'z/1.sse', 'a/1.sse'];
    for (const name of names) files.write(name, 'event: ping\n');
    const { inputs } = await findInputs([files.path('z/*.sse'), files.path('a/1.sse')], noInput);
    expect(inputs.map(({ source }) => source.name)).toEqual(
      ['z/1.sse', 'z/10.sse', 'z/2.sse', 'a/1.sse'].map((name) => files.path(name)),
    );
  });

  it('reads a named pipe, which can be opened only once', async () => {
    const pipe = files.path('pipe');
    const writing = spawnSync(
      'sh',
      ['-c', `mkfifo '${pipe}'; cat '${recording('valid/plain.sse')}' > '${pipe}' &`],
      {
        stdio: 'ignore',
      },
    );
    expect(writing.status).toBe(0);
    const { inputs, problems } = await findInputs([pipe], noInput);
    expect(problems).toEqual([]);
    const [outcome] = await judgeInputs(inputs);
    expect(outcome).toMatchObject({
      judgement: { events: 11, bytes: readRecording('valid/plain.sse').length },
    });
  });

  it('names everything that is unusable', async () => {
    const { problems } = await findInputs(
      [files.path('none'), recording('valid'), files.path('x*y'), files.write('b', '\0\0')],
      noInput,
    );
    expect(problems).toEqual([
      `cannot read ${files.path('none')}: there is no such file`,
      `${recording('valid')} is a directory; name the files in it, for example '${recording('valid')}/**/*.sse'`,
      `the glob ${files.path('x*y')} matches no file`,
      `cannot judge ${files.path('b')}: it is a binary file`,
    ]);
  });
});
