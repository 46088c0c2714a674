import type { Rule } from '../rule.ts';

/** The verbs of operations. Add a verb when an operation needs a new one. */
const verbs = [
  'Answer',
  'Approve',
  'Cancel',
  'Change',
  'Create',
  'Decide',
  'Delete',
  'Go',
  'List',
  'Read',
  'Rename',
  'Send',
  'Switch',
];

/** The summary of an operation begins with its verb. */
export const operationSummaryVerb: Rule = () => ({
  Operation({ summary }, { report, location }) {
    if (typeof summary !== 'string') return;
    const [first = ''] = summary.split(' ');
    if (verbs.includes(first)) return;
    report({
      message: `The summary begins with "${first}", which is no known verb.`,
      location: location.child(['summary']),
    });
  },
});
