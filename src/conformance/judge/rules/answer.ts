import { TextFold } from '../text-fold.ts';
import type { JudgedEvent, StreamContext, StreamRule } from './rule.ts';

/** The rule about the answer's text. It lends its text to the fast path, which appends to it without making events. */
export interface AnswerRule extends StreamRule {
  readonly text: TextFold;
}

/** Deltas add up to the final content, starting anew where one replaces what came before. A mismatch is a warning. */
export function answer(context: StreamContext): AnswerRule {
  const text = new TextFold();
  let hasDeltas = false;
  let hasReplaced = false;

  const compare = (event: JudgedEvent) => {
    // A replay may bring the terminal without any delta: then there is nothing that should add up.
    if (!hasDeltas || typeof event.data.content !== 'string') return;
    const requirement = hasReplaced ? 'stream.delta.replace-full' : 'stream.delta.adds-up';
    context.exercise(requirement);
    if (event.isContentCut || text.equals(event.data.content)) return;
    context.report(requirement, event, {
      pointer: '/content',
      expected: `the ${text.bytes} bytes of text that the deltas add up to`,
      actual: `${Buffer.byteLength(event.data.content)} bytes of other text`,
    });
  };

  return {
    text,
    on: {
      'message.delta': ({ data }) => {
        if (typeof data.text !== 'string') return;
        hasDeltas = true;
        if (data.replace === true) {
          hasReplaced = true;
          text.replace(data.text);
        } else {
          text.append(data.text);
        }
      },
      'message.completed': compare,
      'message.cancelled': compare,
    },
  };
}
