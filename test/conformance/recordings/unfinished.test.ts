import { expect, it } from 'vitest';
import { runInProcess } from '../../cli/run-in-process.ts';
import { makeWorkspace } from '../../cli/workspace.ts';

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
  expect(stdout).toContain('its recorder was killed, or its disk was full, while it wrote');
});
