import type { Context, Rule, Visitor } from '../rule.ts';

/** Names that keep their capital letters within a sentence. */
const names = ['API', 'HTTP', 'JSON', 'SSE', 'Idempotency-Key'];

/** A summary is one line in sentence case, without a full stop. */
export const summaryStyle: Rule = () => {
  const check = ({ summary }: { readonly summary?: unknown }, { report, location }: Context) => {
    if (typeof summary !== 'string') return;
    const complain = (message: string) => report({ message, location: location.child(['summary']) });
    if (summary.includes('\n')) complain('The summary has more than one line.');
    if (/[.!]$/.test(summary.trim())) complain('The summary ends with a full stop.');
    if (!/^\p{Lu}/u.test(summary)) complain('The summary does not begin with a capital letter.');
    const capitalised = summary
      .split(/\s+/)
      .slice(1)
      .map((word) => word.replace(/^[("]+|[).,;:"]+$/g, ''))
      .find((word) => /^\p{Lu}/u.test(word) && !names.includes(word));
    if (capitalised) complain(`The summary is not in sentence case: "${capitalised}".`);
  };
  return Object.fromEntries(
    ['Info', 'Operation', 'Channel', 'Message', 'MessageExample', 'Example'].map((type) => [type, check]),
  ) as Visitor;
};
