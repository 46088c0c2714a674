import { TextFold } from '../text-fold.ts';
import type { JudgedEvent, StreamContext, StreamRule } from './rule.ts';

/** The rule about the text of the answer. The fast path appends to `text` without creating events. */
export interface AnswerRule extends StreamRule {
  readonly text: TextFold;
}

/** The deltas add up to the final content. A delta with `replace` replaces all text before it. A mismatch is a warning. */
export function answer(context: StreamContext): AnswerRule {
  const text = new TextFold();
  let hasDeltas = false;
  let hasReplaced = false;

  const compare = (event: JudgedEvent) => {
    // A replay may have the terminal event without any delta, and then there is nothing to compare.
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
