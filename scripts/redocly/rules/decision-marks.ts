import { readFileSync } from 'node:fs';
import { readOpenPoints } from '../../generate/open-points.ts';
import { isObject } from '../../generate/spec.ts';
import type { Context, Rule } from '../rule.ts';

const source = new URL('../../../spec/requirements/open-points.yaml', import.meta.url);

/** Each decision mark names an existing open point, and marks only keywords and members of the same schema. */
export const decisionMarks: Rule = () => {
  const known = new Set(readOpenPoints(readFileSync(source, 'utf8')).map(({ id }) => id));
  const checkPoint = (id: unknown, mark: string, { report, location }: Context) => {
    if (typeof id === 'string' && known.has(id)) return;
    report({
      message: `\`${mark}\` names ${JSON.stringify(id)}, which is no open point.`,
      location: location.child([mark]),
    });
  };
  return {
    any(node, context) {
      if (!isObject(node)) return;
      if ('x-decision' in node) checkPoint(node['x-decision'], 'x-decision', context);
      const { required } = node;
      const marks = {
        'x-decision-required': Array.isArray(required) ? required.map(String) : [],
        'x-decision-keywords': Object.keys(node),
      };
      for (const [mark, available] of Object.entries(marks)) {
        if (!(mark in node)) continue;
        const { report, location } = context;
        const listed = Object.entries(isObject(node[mark]) ? node[mark] : {});
        if (listed.length === 0) report({ message: `\`${mark}\` maps no open point to a list.`, location });
        for (const [id, members] of listed) {
          checkPoint(id, mark, context);
          const stray = [members]
            .flat()
            .map(String)
            .find((member) => !available.includes(member));
          if (stray === undefined) continue;
          report({
            message: `\`${mark}\` marks \`${stray}\`, which is not beside it.`,
            location: location.child([mark, id]),
          });
        }
      }
    },
  };
};
