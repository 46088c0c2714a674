import { describe, expect, it } from 'vitest';
import { readReporters, refuseTooMany } from '../../src/cli/reporters.ts';

describe('--reporter', () => {
  it.each([
    [undefined, undefined, [{ reporter: 'pretty' }]],
    ['json', undefined, [{ reporter: 'json' }]],
    ['json', 'a.json', [{ reporter: 'json', file: 'a.json' }]],
    [undefined, 'a.txt', [{ reporter: 'pretty', file: 'a.txt' }]],
    ['pretty,github', undefined, [{ reporter: 'pretty' }, { reporter: 'github' }]],
    [
      'json=a.json,html=b=c.html',
      undefined,
      [{ reporter: 'json', file: 'a.json' }, { reporter: 'html', file: 'b=c.html' }, { reporter: 'pretty' }],
    ],
    ['junit=a.xml,github', undefined, [{ reporter: 'junit', file: 'a.xml' }, { reporter: 'github' }]],
  ])('%s with --output %s is accepted', (text, output, places) => {
    expect(readReporters(text?.split(','), output)).toEqual(places);
  });

  it.each([
    ['jsn', undefined, 'did you mean json?'],
    ['', undefined, 'cannot be ""'],
    ['json=', undefined, 'needs the name of a file'],
    ['json,html', undefined, 'standard output takes one report'],
    ['json,html', 'a', '--output takes one report'],
    ['json=a', 'b', '--output takes one report'],
    ['json=a,html=a', undefined, 'two reports go to a'],
    ['json=d/x,html=d/../d/x', undefined, 'two reports go to d/../d/x'],
    ['json=src/x,html=src/cli/../x', undefined, 'two reports go to src/cli/../x'],
    ['json=./a,html', 'a', 'two reports go to a'],
    ['json', '-', '--output is a file'],
    ['pretty,pretty', undefined, '--reporter pretty is given twice'],
  ])('%s with --output %s is refused', (text, output, message) => {
    expect(() => readReporters(text.split(','), output)).toThrow(message);
  });
});

describe('a report of each input', () => {
  it.each(['json', 'junit', 'html', 'github', 'gitlab'] as const)(
    'as %s takes a limited number of inputs',
    (reporter) => {
      expect(() => refuseTooMany([{ reporter }], 2000)).not.toThrow();
      expect(() => refuseTooMany([{ reporter: 'summary' }, { reporter, file: 'a' }], 2001)).toThrow(
        /takes 2000 of them at most, not 2001; use --reporter summary/,
      );
    },
  );

  it.each(['pretty', 'summary', 'badge'] as const)('is not in %s', (reporter) => {
    expect(() => refuseTooMany([{ reporter }], 1e6)).not.toThrow();
  });
});
