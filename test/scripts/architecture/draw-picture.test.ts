import { describe, expect, it } from 'vitest';
import { drawPicture, type Import } from '../../../scripts/architecture/draw-picture.ts';

const view = {
  rooms: { a: 'top', b: 'middle', c: 'bottom' },
  roomOf: (file: string) => (/^[abc]\//.test(file) ? file[0] : undefined),
};

const draw = (...imports: Import[]) => drawPicture(imports, view).split('\n').slice(4);

describe('the picture of the rooms', () => {
  it('names the rooms and draws an arrow for imports between them', () => {
    const imports: Import[] = [
      ['a/1.ts', 'b/1.ts'],
      ['a/2.ts', 'b/2.ts'],
    ];
    expect(drawPicture(imports, view)).toBe(
      'flowchart TD\n  a["top"]\n  b["middle"]\n  c["bottom"]\n  a --> b',
    );
  });

  it('leaves out arrows that follow from other arrows', () => {
    expect(draw(['a/1.ts', 'b/1.ts'], ['b/1.ts', 'c/1.ts'], ['a/1.ts', 'c/1.ts'])).toEqual([
      '  a --> b',
      '  b --> c',
    ]);
  });

  it('leaves out imports inside a room, and files outside the picture', () => {
    expect(draw(['a/1.ts', 'a/2.ts'], ['x/1.ts', 'b/1.ts'])).toEqual([]);
  });

  it('terminates even if imports form a cycle', () => {
    expect(draw(['a/1.ts', 'b/1.ts'], ['b/1.ts', 'a/1.ts'])).toEqual(['  a --> b', '  b --> a']);
  });
});
