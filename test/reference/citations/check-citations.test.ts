import { describe, expect, it } from 'vitest';
import { checkCitations, renderCitationProblems } from '../../../src/reference/citations/check-citations.ts';

const usable = {
  library: new Set([1]),
  file: new Set([2]),
  connector: new Set([3]),
  skill: new Set([4]),
  tool: new Set([6]),
};

describe('checkCitations', () => {
  it.each([
    'Nothing is cited.',
    '{{library:1}} {{file:2}} {{connector:3}} {{skill:4}} {{tool:6}}',
    'Fill in {{name}}, {{ library:9 }} and {{library:-1}}.',
  ])('accepts %j', (instructions) => {
    expect(checkCitations(instructions, usable)).toEqual([]);
  });

  it.each([
    ['{{library:2}}', 'not_usable'],
    ['{{library:0}}', 'not_usable'],
    ['{{file:1}}', 'not_usable'],
    ['{{connector:1}}', 'not_usable'],
    ['{{skill:1}}', 'not_usable'],
    ['{{tool:1}}', 'not_usable'],
    ['{{agent:1}}', 'type_not_accepted'],
    ['{{Library:1}}', 'type_not_accepted'],
    ['{{constructor:1}}', 'type_not_accepted'],
    ['{{__proto__:1}}', 'type_not_accepted'],
  ])('refuses %s as %s', (citation, category) => {
    expect(checkCitations(`Look at ${citation}.`, usable)).toEqual([{ category, citations: [citation] }]);
  });

  it('groups refused citations by category, each citation once', () => {
    const problems = checkCitations('{{library:9}} {{agent:1}} {{skill:8}} {{library:9}} {{file:2}}', usable);

    expect(renderCitationProblems(problems)).toEqual([
      { type_not_accepted: ['{{agent:1}}'], not_usable: ['{{library:9}}', '{{skill:8}}'] },
    ]);
  });
});
