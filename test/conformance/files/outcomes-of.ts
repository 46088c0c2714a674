import type { FoundInput } from '../../../src/conformance/files/find-inputs.ts';
import type { InputOutcome } from '../../../src/conformance/files/judge-files.ts';
import { type JudgeInputsOptions, judgeEach } from '../../../src/conformance/files/judge-inputs.ts';

/** Judges all inputs. @returns their outcomes, in the order of the inputs */
export async function outcomesOf(
  inputs: readonly FoundInput[],
  options: JudgeInputsOptions = {},
): Promise<readonly InputOutcome[]> {
  const outcomes: InputOutcome[] = [];
  await judgeEach(inputs, options, (index, outcome) => {
    outcomes[index] = outcome;
  });
  return outcomes;
}
