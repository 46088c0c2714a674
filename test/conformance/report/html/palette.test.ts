import { describe, expect, it } from 'vitest';
import { DARK, LIGHT, type Palette } from '../../../../src/conformance/report/html/palette.ts';

const BACKGROUNDS = ['page', 'soft', 'named'] as const;
const TEXTS = ['ink', 'dim', 'link'] as const;
/** Colours that also colour words, but only on the page itself. */
const VERDICTS = ['ok', 'bad', 'warn'] as const;
const MARKS = ['ink', 'dim', 'bad', 'text', 'steps', 'agents', 'asks'] as const;

/** The relative luminance of WCAG 2.2 of a colour like #1a2b3c. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Pairs of colours with less contrast than WCAG requires. */
function weak(
  palette: Palette,
  fore: readonly (keyof Palette)[],
  back: readonly (keyof Palette)[],
  least: number,
) {
  return fore.flatMap((one) =>
    back.flatMap((other) => {
      const ratio = contrast(palette[one], palette[other]);
      return ratio < least ? [`${one} on ${other}: ${ratio.toFixed(2)}`] : [];
    }),
  );
}

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('the colours of the %s scheme', (_, palette) => {
  it('make every text readable', () => {
    expect(weak(palette, TEXTS, BACKGROUNDS, 4.5)).toEqual([]);
    expect(weak(palette, VERDICTS, ['page'], 4.5)).toEqual([]);
  });

  it('make every mark visible', () => {
    expect(weak(palette, MARKS, ['page'], 3)).toEqual([]);
  });
});

it('the contrast of black and white is 21', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});
