import { describe, expect, it } from 'vitest';
import {
  addTallies,
  describeTally,
  isGreen,
  tallyGates,
  tallyVitest,
  type VitestReport,
} from '../../../scripts/test/tally.ts';

function report(given: Partial<VitestReport>): VitestReport {
  return {
    success: true,
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...given,
  };
}

describe('tallyVitest', () => {
  const brokenFile = { status: 'failed', assertionResults: [] };
  const failedFile = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] };

  it.each([
    {
      name: 'counts passed, failed and skipped tests',
      given: report({
        success: false,
        numPassedTests: 5,
        numFailedTests: 1,
        numPendingTests: 2,
        numTodoTests: 1,
        testResults: [failedFile],
      }),
      exitCode: 1,
      want: { passed: 5, failed: 1, skipped: 3 },
    },
    {
      name: 'counts a file that failed outside its tests as one failure',
      given: report({ success: false, numPassedTests: 2, testResults: [brokenFile] }),
      exitCode: 1,
      want: { passed: 2, failed: 1, skipped: 0 },
    },
    {
      name: 'counts failed tests and broken files together',
      given: report({ success: false, numFailedTests: 1, testResults: [failedFile, brokenFile] }),
      exitCode: 1,
      want: { passed: 0, failed: 2, skipped: 0 },
    },
    {
      name: 'counts an unhandled error as one failure although every test passed',
      given: report({ numPassedTests: 3 }),
      exitCode: 1,
      want: { passed: 3, failed: 1, skipped: 0 },
    },
    {
      name: 'counts a run that was killed as one failure',
      given: report({ numPassedTests: 3 }),
      exitCode: null,
      want: { passed: 3, failed: 1, skipped: 0 },
    },
    {
      name: 'counts a run without a report as one failure',
      given: undefined,
      exitCode: 0,
      want: { passed: 0, failed: 1, skipped: 0 },
    },
  ])('$name', ({ given, exitCode, want }) => {
    expect(tallyVitest(given, exitCode)).toEqual(want);
  });
});

it.each([
  [{ passed: 12, failed: 0, skipped: 0 }, '12 passed, 0 failed'],
  [{ passed: 12, failed: 3, skipped: 2 }, '12 passed, 3 failed, 2 skipped'],
])('describeTally writes %o as %s', (tally, want) => {
  expect(describeTally(tally)).toBe(want);
});

it.each([
  [{ passed: 1, failed: 0, skipped: 0 }, true],
  [{ passed: 1, failed: 1, skipped: 0 }, false],
  [{ passed: 0, failed: 0, skipped: 0 }, false],
  [{ passed: 0, failed: 0, skipped: 4 }, false],
])('isGreen is, for %o, %s', (tally, want) => {
  expect(isGreen(tally)).toBe(want);
});

it('counts each gate as one test and adds them to the others', () => {
  const gates = tallyGates([{ passed: true }, { passed: false }, { passed: true }]);
  expect(addTallies(gates, { passed: 10, failed: 0, skipped: 1 })).toEqual({
    passed: 12,
    failed: 1,
    skipped: 1,
  });
});
