import { expect, it } from 'vitest';
import * as groups from '../../../generated/operation-groups.js';
import { buildOperationGroups } from '../../../scripts/generate/operation-groups.ts';
import { smallSpec } from './small-spec.ts';

it('groups the operations by what the contract says about them, in its order', () => {
  expect({ ...groups }).toEqual({
    SENDS: ['sendMessage', 'streamMessage'],
    LISTS: ['listChats', 'listMessages', 'listSkills'],
    INTERACTIONS: ['approveTool', 'respondPlan', 'respondElicitation', 'cancelAuth', 'cancelTurn'],
    ANSWERS: ['approveTool', 'respondPlan', 'respondElicitation', 'cancelAuth'],
    SKILL_WRITES: ['createSkill', 'updateSkill'],
  });
});

it('writes an empty group if no operation belongs to it', () => {
  const types = buildOperationGroups(smallSpec()).get('generated/operation-groups.d.ts');
  expect(types).toContain('export declare const SENDS: readonly [];');
});
