/** The number of tests by result. A gate counts as a test. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The members of vitest's JSON report that are used here. */
export interface VitestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly VitestFile[];
}

interface VitestFile {
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string }[];
}

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0 };

export function addTallies(a: Tally, b: Tally): Tally {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** Counts gates: each one is a test. */
export function tallyGates(results: readonly { readonly passed: boolean }[]): Tally {
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed, skipped: 0 };
}

/**
 * Counts a vitest run. A failure outside the tests also counts as one: a file that fails outside its tests
 * (a syntax error, a throwing hook) counts as one, and so does a run that failed although no test and no file did (an unhandled
 * rejection, a crash before the report was written).
 */
export function tallyVitest(report: VitestReport | undefined, exitCode: number | null): Tally {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  const failedElsewhere = failed === 0 && (exitCode !== 0 || !report.success);
  return {
    passed: report.numPassedTests,
    failed: failedElsewhere ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The last line of the run. */
export function describeTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Whether the run succeeded. A run without a single passed test is not a success. */
export function isGreen({ passed, failed }: Tally): boolean {
  return failed === 0 && passed > 0;
}
