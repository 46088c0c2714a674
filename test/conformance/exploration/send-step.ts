import type { Step, StepValue } from '../../../src/conformance/exploration/step.ts';

/** The step that sends a turn, which calls no tool and completes. @param members members to override */
export function sendStep(members: Readonly<Record<string, StepValue>> = {}): Step {
  return {
    do: 'send',
    over: 'streaming',
    mode: 'manual',
    does: [],
    end: 'completes',
    metadata: false,
    turn: '1',
    chat: 'A',
    as: 'main',
    ...members,
  };
}
