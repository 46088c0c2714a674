import { expect, it } from 'vitest';
import {
  describeCounts,
  describeCoverage,
  describeOutcome,
} from '../../../src/conformance/report/describe.ts';
import type { Summary, TargetReport } from '../../../src/conformance/report/model.ts';

const summary: Summary = {
  judged: 0,
  passed: 0,
  failed: 0,
  warned: 0,
  'not-judged': 0,
  'not-exercised': 0,
  exchanges: 0,
  client: 0,
  open: 0,
  unverifiable: 0,
  events: 0,
  bytes: 0,
  places: { seen: 3, of: 5 },
};

it('says of a verdict for which too little was judged what is missing', () => {
  expect(describeOutcome({ verdict: 'nothing-ran', summary })).toBe(
    'too little for a verdict: nothing that a service must do could be judged',
  );
});

it('says what places are, where it counts them', () => {
  expect(describeCoverage({ summary } as TargetReport)).toContain(
    'checked at 3 of the 5 places where requirements hold',
  );
  expect(describeCounts(summary)).toContain('3 of 5 places checked');
});
