import { expect, it } from 'vitest';
import { wrapFor } from '../../src/cli/wrap.ts';

const at = (columns: number, isTTY = true) => ({ write() {}, on() {}, columns, isTTY });

it.each([
  ['is wrapped between words', 20, 'One two three four five', 'One two three four\n  five'],
  ['keeps its indentation', 20, '    One two three four', '    One two three\n      four'],
  [
    'continues below its column',
    30,
    '  id    must  one two three four',
    '  id    must  one two three\n              four',
  ],
  [
    'has room for its words if its column is far right',
    24,
    '  a-very-long-id  one two three',
    '  a-very-long-id  one\n    two three',
  ],
  ['keeps a long word whole', 20, `a ${'b'.repeat(30)} c`, `a\n  ${'b'.repeat(30)}\n  c`],
  [
    'keeps a command whole',
    20,
    '  npx --no conversation-api explain a.b',
    '  npx --no conversation-api explain a.b',
  ],
  ['counts no colours', 20, '\u001b[1mOne two\u001b[22m three four', '\u001b[1mOne two\u001b[22m three four'],
])('on a terminal, a line that is too long %s', (_, columns, text, wrapped) => {
  expect(wrapFor(at(columns), text)).toBe(wrapped);
});

it('a pipe and a very narrow terminal get the text unchanged', () => {
  const text = 'One two three four five six seven eight nine ten';
  expect(wrapFor(at(20, false), text)).toBe(text);
  expect(wrapFor(at(10), text)).toBe(text);
});
