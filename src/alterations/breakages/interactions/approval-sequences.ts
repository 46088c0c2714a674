import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { deciding, type Raised, raisedInChatOf, withInteractions } from '../../decorators/interactions.ts';
import { actionIdOf, type Body, withBody } from '../../decorators/requests.ts';
import { rewriteBodies, rewriteRequests } from '../../decorators/rewrite-requests.ts';

/** Wrong effects of answers to later interactions of a turn, or of answers with an unusual value. */
export const approvalSequenceBreakages: readonly Breakage[] = [
  breakage(
    'interactions.approve-tool.refused-skips/second-of-chat',
    'From the second question of a chat on, refused calls run.',
    rewriteAnswers('approveTool', (_, earlier) => earlier > 0, deciding(true)),
  ),
  breakage(
    'interactions.approve-tool.one-decision-each/second-of-chat',
    'From the second question of a chat on, the decision about the first call counts for all.',
    rewriteAnswers(
      'approveTool',
      (_, earlier) => earlier > 0,
      decidingLike(() => 0),
    ),
  ),
  breakage(
    'interactions.approve-tool.one-decision-each/before',
    'Of more than two calls, each but the first is decided like the one before it.',
    rewriteAnswers(
      'approveTool',
      () => true,
      (body) => (body.decisions?.length > 2 ? decidingLike((at) => Math.max(0, at - 1))(body) : body),
    ),
  ),
  breakage(
    'interactions.approve-tool.tool-use-id/next',
    'A decision counts for the next call of its question.',
    rewriteBodies(
      'approveTool',
      decidingLike((at, count) => (at + count - 1) % count),
    ),
  ),
  breakage(
    'interactions.approve-tool.approved-runs/of-task',
    'An approved call of the task of an agent is skipped.',
    rewriteAnswers('approveTool', isOfTask, deciding(false)),
  ),
  breakage(
    'interactions.respond-elicitation.accept-answers/of-task',
    'An accepted question of the task of an agent is declined.',
    rewriteAnswers('respondElicitation', isOfTask, (body) => ({ ...body, action: 'decline' })),
  ),
  breakage(
    'interactions.respond-elicitation.accept-answers/without-false',
    'The connector does not receive what is false.',
    rewriteBodies('respondElicitation', (body) => ({ ...body, content: withoutFalse(body.content) })),
  ),
];

/** Changes the answers to some interactions. @param isMeant receives the interaction, and how many its chat had before */
function rewriteAnswers(
  operation: 'approveTool' | 'respondElicitation',
  isMeant: (asked: Raised, earlier: number) => boolean,
  change: (body: Body) => Body,
): Wrap {
  return withInteractions((raised) =>
    rewriteRequests(operation, (request) => {
      const asked = raised.get(actionIdOf(request));
      const earlier = raisedInChatOf(request, raised).length - 1;
      return asked && isMeant(asked, earlier) ? withBody(request, change) : {};
    }),
  );
}

/** Decides about each call like about another one. @param of the index of the other one */
function decidingLike(of: (at: number, count: number) => number): (body: Body) => Body {
  return (body) => ({
    ...body,
    decisions: body.decisions?.map((decision: Body, at: number, all: readonly Body[]) => ({
      ...decision,
      approved: all[of(at, all.length)]?.approved,
    })),
  });
}

function isOfTask({ event }: Raised): boolean {
  return event.agent !== undefined;
}

function withoutFalse(content: Body): Body {
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== false));
}
