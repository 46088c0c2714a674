import type { Methods } from '../../generated/methods.js';

/** What a page can ask a relay to do besides sending a turn: the methods of `client.interactions`. */
export const INTERACTIONS = [
  'approveTool',
  'respondPlan',
  'respondElicitation',
  'cancelAuth',
  'cancelTurn',
] as const satisfies readonly (keyof Methods<object>['interactions'])[];
