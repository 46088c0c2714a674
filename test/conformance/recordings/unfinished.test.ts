import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { FolderSource } from '../../../src/conformance/recordings/folder-source.ts';
import { judgeInput } from '../../../src/conformance/recordings/judge-input.ts';
import { runInProcess } from '../../cli/run-in-process.ts';
import { makeWorkspace } from '../../cli/workspace.ts';
import { openBehind } from '../recorder/open-recorder.ts';
import { STREAM_HEAD } from '../run/raw-target.ts';

const files = makeWorkspace();
const HEADER = '{"recording":1}\n';
const REQUEST = '{"exchange":0,"at":0,"request":{"method":"GET","path":"/api/v1/chats","headers":{}}}\n';

it.each([
  ['its header', HEADER, 'the recording has a header and no exchange'],
  ['a part of its last line', `${HEADER}${REQUEST}{"exchange":0,"at":1,"respo`, 'and has no end'],
])('a recording of which only %s was written is incomplete, with the reason', async (_what, text, reason) => {
  const file = files.write('cut.jsonl', text);
  const { code, stdout } = await runInProcess(['check', file]);
  expect(code).toBe(3);
  expect(stdout).toContain(reason);
  expect(stdout).toContain('its recorder is still writing, was killed, or had no room on its disk');
});

it('a stream that a recorder is still writing is not over yet, and one that it has ended is', async () => {
  const held: Socket[] = [];
  const { recorder } = await openBehind((socket) => {
    socket.write(`${STREAM_HEAD}event: message.start\ndata: {}\n\n`);
    held.push(socket);
  });
  const path = '/api/v1/chats/0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604/messages/stream';
  const answer = await fetch(recorder.url + path, { method: 'POST' });
  const reader = answer.body?.getReader();
  await reader?.read();
  const judge = async () => (await judgeInput(new FolderSource(recorder.output), 'recording')).incomplete;
  expect(await judge()).toEqual([expect.stringContaining('the stream is not over yet')]);
  await recorder.stop();
  for (const socket of held) socket.destroy();
  expect(await judge()).toEqual([expect.stringContaining('the stream was cut before its terminal event')]);
});
