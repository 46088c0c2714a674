/** `x-decision` on what is no schema: a status, a body. */
import { change } from './change.ts';
import type { Rule } from './rules.ts';
import { isSame, show } from './same.ts';

/** What was promised and is now our decision binds the service no more: that harms the reader of a response, and frees a client. */
export const decision: Rule = (before, after, at, name) => {
  if (isSame(before, after)) return [];
  if (before !== undefined && after !== undefined)
    return [change('editorial', at, `\`${name}\` reads otherwise`)];
  const isWeaker = after !== undefined;
  const what = isWeaker
    ? `is now our decision (${show(after)}), was promised`
    : `is promised now, was our decision (${show(before)})`;
  return [change(isWeaker === (at.position === 'response') ? 'breaking' : 'additive', at, what)];
};
