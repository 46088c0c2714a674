import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findInputs } from '../../../src/conformance/files/find-inputs.ts';
import { makeWorkspace, readRecording, recording } from '../../cli/workspace.ts';
import { outcomesOf } from './outcomes-of.ts';

const files = makeWorkspace();
const noInput = () => Readable.from([]);

/** Finds the inputs of one argument. @returns also the names of the recordings in the first one */
async function find(name: string) {
  const found = await findInputs([files.path(name)], noInput);
  const [{ source } = { source: { name: '' } }] = found.inputs;
  return { ...found, names: 'parts' in source ? source.parts.map((part) => part.name) : [] };
}

/** What a judgement of the folder lacks. */
async function incompleteOf(folder: string, limits?: Parameters<typeof outcomesOf>[1]) {
  const { inputs, problems } = await find(folder);
  expect(problems).toEqual([]);
  const [outcome] = await outcomesOf(inputs, limits);
  return outcome && 'judgement' in outcome ? outcome.judgement.incomplete : outcome;
}

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
  ])('detects %s: %j', async (format, text) => {
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

  it('reads only as much of standard input as it takes to detect the format', async () => {
    const text = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\nevent: ping\ndata: {}\n\n';
    const pieces = [...Buffer.from(text)].map((byte) => Buffer.of(byte));
    const { inputs, problems } = await findInputs(['-'], () => Readable.from(pieces));
    expect({ problems, formats: inputs.map(({ format }) => format) }).toEqual({
      problems: [],
      formats: ['sse'],
    });
    const [outcome] = await outcomesOf(inputs);
    expect(outcome).toMatchObject({ judgement: { bytes: text.length } });
  });

  it('refuses standard input as soon as no format matches', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.from('a line\n');
      })(),
    );
    const { problems } = await findInputs(['-'], () => endless);
    expect(problems).toEqual([expect.stringMatching(/^cannot judge standard input: it is neither/)]);
    expect(endless.destroyed).toBe(false);
    endless.destroy();
  });

  it('sorts the matches of a glob, and keeps the order of the arguments', async () => {
    const names = ['z/2.sse', 'z/10.sse', 'z/1.sse', 'a/1.sse'];
    for (const name of names) files.write(name, 'event: ping\n');
    const { inputs } = await findInputs([files.path('z/*.sse'), files.path('a/1.sse')], noInput);
    expect(inputs.map(({ source }) => source.name)).toEqual(
      ['z/1.sse', 'z/10.sse', 'z/2.sse', 'a/1.sse'].map((name) => files.path(name)),
    );
  });

  it('refuses a glob that matches a link that points nowhere', async () => {
    files.write('links/a.sse', 'event: ping\n');
    files.write('links/other.sse', 'event: ping\n');
    symlinkSync('nowhere', files.path('links/b.sse'));
    symlinkSync('nowhere', files.path('links/c.txt'));
    symlinkSync('other.sse', files.path('links/d.sse'));
    const { inputs, problems } = await find('links/?.sse');
    expect(problems).toEqual([`cannot read ${files.path('links/b.sse')}: there is no such file`]);
    expect(inputs.map(({ source }) => source.name)).toEqual(
      ['a', 'd'].map((name) => files.path(`links/${name}.sse`)),
    );
  });

  it('refuses a glob that matches an unreadable folder', () => {
    files.write('hidden/seen/1.sse', 'event: ping\n');
    files.write('hidden/locked/2.sse', 'event: ping\n');
    const module = new URL('../../../src/conformance/files/find-inputs.ts', import.meta.url);
    // A user other than root, since root can read every folder.
    const program = `import { chmodSync } from 'node:fs';
      const { findInputs } = await import(${JSON.stringify(module.href)});
      await findInputs(['no/*.such'], () => process.stdin);
      chmodSync(${JSON.stringify(files.path('hidden/locked'))}, 0);
      chmodSync(${JSON.stringify(files.path('.'))}, 0o755);
      if (process.getuid() === 0) process.seteuid(65534);
      const { inputs, problems } = await findInputs([${JSON.stringify(files.path('hidden/**/*.sse'))}], () => process.stdin);
      if (process.getuid() === 0) process.seteuid(0);
      chmodSync(${JSON.stringify(files.path('hidden/locked'))}, 0o755);
      console.log(JSON.stringify({ inputs: inputs.length, problems }));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
    });
    expect(JSON.parse(stdout)).toEqual({
      inputs: 0,
      problems: [expect.stringMatching(/meets folders that cannot be read: .*locked\/? \(EACCES\)/)],
    });
  });

  describe('a folder of recordings', () => {
    const header = '{"recording":1}\n';

    it('is one input, with its recordings in the order of their numbers', async () => {
      for (const name of ['9999-b.jsonl', '10000-a.jsonl', '0001-c.jsonl'])
        files.write(`run/${name}`, header);
      files.write('run/0002-d.jsonl.gz', gzipSync(header));
      files.write('run/notes.txt', 'These are notes.');
      files.write('run/._0001-c.jsonl', Buffer.from('0005160700020000', 'hex'));
      const { inputs, problems, notes, names } = await find('run');
      expect(problems).toEqual([]);
      expect(notes).toEqual([`${files.path('run')} has files that are not judged: notes.txt`]);
      expect(inputs).toMatchObject([{ format: 'recording', source: { name: files.path('run') } }]);
      expect(names).toEqual(
        ['0001-c.jsonl', '0002-d.jsonl.gz', '9999-b.jsonl', '10000-a.jsonl'].map((name) =>
          files.path(`run/${name}`),
        ),
      );
    });

    it.each([
      ['linked.jsonl', 'linked.jsonl'],
      ['0001-a.JSONL', '0001-a.JSONL'],
      ['0001-a.jsonl.1', '0001-a.jsonl.1'],
      ['0001-a.jsonl.GZ', '0001-a.jsonl.GZ'],
    ])('has the recording %s', async (name, part) => {
      const folder = `names-${name}`;
      files.write(`${folder}/0000-first.jsonl`, header);
      files.write('elsewhere.jsonl', header);
      if (name === 'linked.jsonl') symlinkSync('../elsewhere.jsonl', files.path(`${folder}/${name}`));
      else files.write(`${folder}/${name}`, name.endsWith('GZ') ? gzipSync(header) : header);
      const { problems, notes, names } = await find(folder);
      expect([problems, notes]).toEqual([[], []]);
      expect(names).toContain(files.path(`${folder}/${part}`));
    });

    it.each([
      ['a stream', 'b.sse', 'event: ping\ndata: {}\n\n', /b\.sse: its name does not end with \.jsonl/],
      ['an archive', 'b.har', '{"log":{"entries":[]}}', /b\.har: its name/],
      ['a recording of another name', 'b.ndjson', header, /b\.ndjson: its name/],
      ['something packed', 'b.gz', gzipSync('a'), /b\.gz: its name/],
      [
        'a folder',
        'older/a.jsonl',
        header,
        /older is a folder in it; name each folder of recordings, or files with a glob/,
      ],
      ['a link that points nowhere', '', '', /0009-link\.jsonl: there is no such file/],
    ])('is refused if it also has %s', async (kind, name, content, problem) => {
      const folder = `also-${kind.replaceAll(' ', '-')}`;
      files.write(`${folder}/0000-first.jsonl`, header);
      if (name === '') symlinkSync('nowhere', files.path(`${folder}/0009-link.jsonl`));
      else files.write(`${folder}/${name}`, content);
      const { problems } = await find(folder);
      expect(problems).toEqual([expect.stringMatching(problem)]);
    });

    it('is refused if a file in it is not a recording', async () => {
      files.write('mixed/0001-a.jsonl', header);
      files.write('mixed/0002-b.jsonl', '{"log":{"version":"1.2"}}\n');
      const { problems } = await find('mixed');
      expect(problems).toEqual([
        `cannot judge ${files.path('mixed/0002-b.jsonl')}: it is not a recording; remove it, or name the files to judge`,
      ]);
    });

    it('lists its empty recordings and is judged without them', async () => {
      files.write('killed/0001-a.jsonl', header);
      files.write('killed/0002-b.jsonl', '');
      files.write('killed/0003-c.jsonl.gz', gzipSync(''));
      expect(await incompleteOf('killed')).toEqual([
        expect.stringMatching(/^0001-a.jsonl: the recording has a header and no exchange/),
        '0002-b.jsonl: it is empty',
        '0003-c.jsonl.gz: it is empty',
      ]);
    });

    it('is refused if a file in it is UTF-16', async () => {
      files.write('wide/0001-a.jsonl', Buffer.from(header, 'utf16le'));
      const { problems } = await find('wide');
      expect(problems).toEqual([
        `cannot judge ${files.path('wide/0001-a.jsonl')}: it is UTF-16; write it as UTF-8; remove it, or name the files to judge`,
      ]);
    });

    it('is refused as an input of another format', async () => {
      files.write('other/0001-a.jsonl', header);
      const { problems } = await findInputs([files.path('other')], noInput, { format: 'sse' });
      expect(problems).toEqual([expect.stringContaining('is a directory')]);
    });

    it('names the recording that has a problem', async () => {
      files.write('wrong/0001-a.jsonl', header);
      files.write('wrong/0002-b.jsonl', `${header}nonsense\n`);
      expect(await incompleteOf('wrong')).toContain(
        '0002-b.jsonl: line 2 of the recording is not a JSON object',
      );
    });

    it('is read up to the limit of bytes for all recordings together', async () => {
      for (const name of ['a', 'b', 'c']) files.write(`long/000${name}.jsonl`, header);
      expect(await incompleteOf('long', { inputBytes: header.length + 4 })).toContain(
        '000b.jsonl: reading stopped at the limit of 20 bytes',
      );
    });
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
    const [outcome] = await outcomesOf(inputs);
    expect(outcome).toMatchObject({
      judgement: { events: 11, bytes: readRecording('valid/plain.sse').length },
    });
  });

  it('names every unusable input', async () => {
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
