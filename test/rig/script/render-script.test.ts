import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findScript } from '../../../src/rig/script/find-script.ts';
import { carryScript, renderScript } from '../../../src/rig/script/render-script.ts';
import { anyScript } from './any-script.ts';

it('renders a block of one line of ASCII', () => {
  expect(renderScript([{ say: 'naïve `😀`\n' }])).toBe(
    '```script\n[{"say":"na\\u00efve \\u0060\\ud83d\\ude00\\u0060\\n"}]\n```',
  );
});

it('renders every script in three lines of printable ASCII, with no other fence', () => {
  fc.assert(
    fc.property(anyScript, (script) => {
      expect(renderScript(script)).toMatch(/^```script\n[ -_a-~]*\n```$/);
    }),
  );
});

describe('a rendered script', () => {
  it('survives being embedded in JSON', () => {
    fc.assert(
      fc.property(anyScript, (script) => {
        const { content } = JSON.parse(JSON.stringify({ content: `Do this.\n${renderScript(script)}` }));
        expect(findScript(content)).toEqual(script);
      }),
    );
  });

  it('survives inside another script, and the outer script is found', () => {
    fc.assert(
      fc.property(anyScript, (inner) => {
        const outer = [{ say: renderScript(inner) }];
        const found = findScript(renderScript(outer));
        expect(found).toEqual(outer);
        expect(findScript(outer[0]?.say ?? '')).toEqual(inner);
      }),
    );
  });
});

it('adds a script to a text that already has one', () => {
  expect(carryScript('Greet me.', [{ say: 'hello' }])).toBe('Greet me.\n\n```script\n[{"say":"hello"}]\n```');
  expect(carryScript('Greet me.', undefined)).toBe('Greet me.');
});
