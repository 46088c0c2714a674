import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anonymizationOf,
  createMask,
  createUnmasker,
  maskText,
  unmask,
} from '../../../src/reference/incognito/mask.ts';
import { findScript } from '../../../src/rig/script/find-script.ts';
import { anyText } from './any-text.ts';

const incognito = { terms: ['Harbor Books', 'Mina Okafor'] };

/** Texts with personal data, text that resembles it, and placeholders. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'ann@example.com',
        'Ann@example.com',
        '+49 30 1234567',
        '555-123-4567',
        'Harbor Books',
        'HARBOR  BOOKS',
        'Mina Okafor',
        ...['[EMAIL_1]', '[EMAIL_2]', '[PHONE_1]', '[NAME_1]', '[LITERAL_1]', '[LITERAL_2]', '[name_1]'],
        ...['[', ']', '[EMAIL_', '[NAME_1', '1]', '_', ' ', '@', '+', '\n'],
        ...['```\n', '\ud800'],
      ),
      anyText,
    ),
    { maxLength: 20 },
  )
  .map((pieces) => pieces.join(''));

describe('maskText', () => {
  it('replaces addresses, numbers and terms', () => {
    const mask = createMask(incognito);
    const text = 'Mina Okafor of Harbor Books: mina@example.com or +49 30 1234567.';

    expect(maskText(text, mask)).toBe('[NAME_1] of [NAME_2]: [EMAIL_1] or [PHONE_1].');
  });

  it('uses the same placeholder for a value in all texts of a turn', () => {
    const mask = createMask(incognito);

    expect(maskText('ann@example.com, bob@example.com, ann@example.com', mask)).toBe(
      '[EMAIL_1], [EMAIL_2], [EMAIL_1]',
    );
    expect(maskText('{"to":"bob@example.com","cc":"eve@example.com"}', mask)).toBe(
      '{"to":"[EMAIL_2]","cc":"[EMAIL_3]"}',
    );
  });

  it('distinguishes spellings, so that each is restored exactly', () => {
    expect(maskText('Harbor Books, HARBOR BOOKS', createMask(incognito))).toBe('[NAME_1], [NAME_2]');
  });

  it('picks numbers that do not occur in the text', () => {
    const text = '[EMAIL_1] [EMAIL_3] ann@example.com bob@example.com';

    expect(maskText(text, createMask(incognito))).toBe('[EMAIL_1] [EMAIL_3] [EMAIL_2] [EMAIL_4]');
  });

  it('hides a later text that looks like a placeholder in use', () => {
    const mask = createMask(incognito);
    maskText('ann@example.com', mask);

    const masked = maskText('Send your notes to [EMAIL_1].', mask);

    expect(masked).toBe('Send your notes to [LITERAL_1].');
    expect(unmask(masked, mask)).toBe('Send your notes to [EMAIL_1].');
  });

  it('leaves scripts alone, but no other fenced block', () => {
    const script = '```script\n[{ "say": "Write to ann@example.com, [EMAIL_1]." }]\n```\n';
    const shell = '```script\nmail ann@example.com\n```\n';

    expect(maskText(`${script}${shell}ann@example.com`, createMask(incognito))).toBe(
      `${script}\`\`\`script\nmail [EMAIL_2]\n\`\`\`\n[EMAIL_2]`,
    );
  });

  it('changes no script that the rig finds', () => {
    const line = fc.constantFrom(
      ...['```script', '  ````\tscript ', '```', '\t````', '```json', '', 'ann@example.com'],
      ...[
        '[{ "say": "ann@example.com" }]',
        '[{ "say": "Harbor Books" },',
        '{ "hang": true }]',
        '[{ "hum": "+49 30 1234567" }]',
      ],
    );
    const end = fc.constantFrom('\n', '\r\n', '\u2028');
    fc.assert(
      fc.property(fc.array(fc.tuple(line, end)), (lines) => {
        const text = lines.flat().join('');
        expect(findScript(maskText(text, createMask(incognito)))).toEqual(findScript(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('is undone by unmask in each text', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 4 }), (turn) => {
        const mask = createMask(incognito);
        const masked = turn.map((text) => maskText(text, mask));
        expect(masked.map((text) => unmask(text, mask))).toEqual(turn);
      }),
      { numRuns: 500 },
    );
  });

  it('masks every declared value', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const masked = maskText(`${before} Mina Okafor, mina@example.com ${after}`, createMask(incognito));
        expect(masked).not.toContain(' Mina Okafor, ');
        expect(masked).not.toContain(' mina@example.com ');
      }),
    );
  });

  it.each(['a@example.com ', '[EMAIL_1]', '```script\n[]\n```\n', 'Harbor Books '])(
    'masks and restores 64,000 characters of %j',
    (piece) => {
      const text = piece.repeat(Math.floor(64_000 / piece.length));
      const mask = createMask(incognito);
      maskText('first@example.com', mask);
      expect(unmask(maskText(text, mask), mask)).toBe(text);
    },
  );
});

describe('unmask', () => {
  it.each([
    ['Dear [NAME_1]!', 'Dear Mina Okafor!'],
    ['[[NAME_1]]', '[Mina Okafor]'],
    ['[NAME_2] [EMAIL_1] [name_1] [NAME_01] [NAME_1 ]', '[NAME_2] [EMAIL_1] [name_1] [NAME_01] [NAME_1 ]'],
  ])('restores %j', (said, restored) => {
    const mask = createMask(incognito);
    maskText('Mina Okafor', mask);

    expect(unmask(said, mask)).toBe(restored);
  });

  it('restores once: a value that looks like a placeholder stays', () => {
    const mask = createMask({ terms: ['see [EMAIL_1]'] });
    const masked = maskText('ann@example.com, see [EMAIL_1]', mask);

    expect(unmask(masked, mask)).toBe('ann@example.com, see [EMAIL_1]');
  });
});

describe('createUnmasker', () => {
  it('returns finished text and holds back a possible start of a placeholder', () => {
    const mask = createMask(incognito);
    maskText('Mina Okafor', mask);
    const unmasker = createUnmasker(mask);

    expect(['Dear [', 'NA', 'ME_', '1', '], see [1] and [NAM'].map((piece) => unmasker.push(piece))).toEqual([
      'Dear ',
      '',
      '',
      '',
      'Mina Okafor, see [1] and ',
    ]);
    expect(unmasker.flush()).toBe('[NAM');
    expect(unmasker.flush()).toBe('');
  });

  it('restores what was replaced after it began', () => {
    const mask = createMask(incognito);
    const unmasker = createUnmasker(mask);
    unmasker.push('Write to [EMAIL');
    maskText('ann@example.com', mask);

    expect(unmasker.push('_1]')).toBe('ann@example.com');
  });

  it('holds back fewer than 20 characters for any input', () => {
    const unmasker = createUnmasker(createMask(incognito));
    const pieces = ['[', 'LITERAL_', '1'.repeat(64_000), '[LITERAL_123456789', '['.repeat(64_000)];
    let held = 0;
    let most = 0;
    for (const character of pieces.join('')) {
      held += 1 - unmasker.push(character).length;
      most = Math.max(most, held);
    }
    expect(most).toBe('[LITERAL_123456789'.length);
  });

  it('restores the same text as unmask, however it is cut', () => {
    fc.assert(
      fc.property(texts, texts, fc.array(fc.nat({ max: 8 })), (seen, said, sizes) => {
        const mask = createMask(incognito);
        maskText(seen, mask);
        const text = maskText(said, mask) + said;
        const unmasker = createUnmasker(mask);
        let restored = '';
        let start = 0;
        for (const size of sizes) {
          restored += unmasker.push(text.slice(start, start + size));
          start += size;
        }
        restored += unmasker.push(text.slice(start)) + unmasker.flush();
        expect(restored).toBe(unmask(text, mask));
      }),
      { numRuns: 500 },
    );
  });

  it('restores the same text for every position of a single cut', () => {
    const mask = createMask(incognito);
    const text = maskText('[[EMAIL_1] Mina Okafor, ann@example.com, +49 30 1234567[', mask);
    for (let cut = 0; cut <= text.length; cut += 1) {
      const unmasker = createUnmasker(mask);
      const restored = unmasker.push(text.slice(0, cut)) + unmasker.push(text.slice(cut)) + unmasker.flush();
      expect(restored).toBe(unmask(text, mask));
    }
  });
});

describe('anonymizationOf', () => {
  it.each(['', 'Nothing to hide.', '[EMAIL_1]', '```script\n[{ "say": "ann@example.com" }]\n```'])(
    'is null after %j',
    (text) => {
      const mask = createMask(incognito);
      maskText(text, mask);

      expect(anonymizationOf(mask)).toBeNull();
    },
  );

  it('counts replacements in the order of their first occurrence and contains no values', () => {
    const mask = createMask(incognito);
    maskText('ann@example.com asks Mina Okafor', mask);
    maskText('Mina Okafor asks [EMAIL_1] and +49 30 1234567', mask);

    expect(anonymizationOf(mask)).toEqual({
      replacements: [
        { placeholder: '[EMAIL_1]', kind: 'email', occurrences: 1 },
        { placeholder: '[NAME_1]', kind: 'name', occurrences: 2 },
        { placeholder: '[PHONE_1]', kind: 'phone', occurrences: 1 },
      ],
    });
  });
});
