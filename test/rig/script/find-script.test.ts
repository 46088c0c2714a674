import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findScript } from '../../../src/rig/script/find-script.ts';
import { renderScript } from '../../../src/rig/script/render-script.ts';
import { anyScript, anyText } from './any-script.ts';

const block = (json: string) => `\`\`\`script\n${json}\n\`\`\``;
const HELLO = block('[{"say":"hello"}]');
const BYE = block('[{"say":"bye"}]');

describe('a script', () => {
  it.each([
    ['alone', HELLO],
    ['between texts', `Greet me.\n${HELLO}\nThank you.`],
    ['after Windows line ends', `Greet me.\r\n${HELLO.replaceAll('\n', '\r\n')}\r\n`],
    ['over several lines', block('[\n  { "say": "hello" }\n]')],
    ['indented', '- a list:\n  ```script\n  [{"say":"hello"}]\n  ```'],
    ['in longer fences', '````script\n[{"say":"hello"}]\n````'],
    ['with space around its name', '``` script \n[{"say":"hello"}]\n``` '],
    ['after a fence that was never closed', `\`\`\`\nsome code\n${HELLO}`],
    ['after a script that was never closed', `\`\`\`script\n[{"say":"bye"}]\n${HELLO}`],
    ['after another script', `${BYE}\n${HELLO}`],
    ['before a block that is no JSON', `${HELLO}\n${block('[{"say":')}`],
    ['before a script with an act that nobody knows', `${HELLO}\n${block('[{"sing":"bye"}]')}`],
    ['before a script that was never closed', `${HELLO}\n\`\`\`script\n[{"say":"bye"}]`],
    ['before a block of another kind', `${HELLO}\n\`\`\`json\n[{"say":"bye"}]\n\`\`\``],
    ['before a script that has no line of its own', `${HELLO}\nSay ${BYE}`],
  ])('is found %s', (_, text) => {
    expect(findScript(text)).toEqual([{ say: 'hello' }]);
  });

  it.each([
    '',
    'hello',
    '[{"say":"hello"}]',
    '```json\n[{"say":"hello"}]\n```',
    '```scripts\n[{"say":"hello"}]\n```',
    '~~~script\n[{"say":"hello"}]\n~~~',
    '```script [{"say":"hello"}]\n```',
    '```script\n[{"say":"hello"}]```',
    '```script\n```',
  ])('is not found in %j', (text) => {
    expect(findScript(text)).toBeUndefined();
  });

  it('is found exactly as rendered, in any surrounding text', () => {
    const around = anyText.filter((text) => !text.includes('script'));
    fc.assert(
      fc.property(anyScript, around, around, (script, before, after) => {
        expect(findScript(`${before}\n${renderScript(script)}\n${after}`)).toEqual(script);
      }),
    );
  });
});

it.each([
  ['backticks', '`'.repeat(64_000)],
  ['fences', '```\n'.repeat(16_000)],
  ['blocks that are opened', '```script\n'.repeat(6_400)],
  ['blocks that hold no script', '```script\n[}]\n```\n'.repeat(3_600)],
  ['space after a fence', `\`\`\`${' '.repeat(300_000)}x`],
  ['space before no fence', `${' '.repeat(300_000)}x`],
  ['backticks before a name', `${'`'.repeat(300_000)}scripts`],
  ['brackets', block('['.repeat(64_000))],
])('searches a long text of %s quickly', (_, text) => {
  expect(findScript(text)).toBeUndefined();
});
