import type { RequestMember } from '../../../../generated/request-members.d.ts';
import { MISSING_ID } from '../../judge/missing-id.ts';
import { anyModel } from '../check-kit/catalog.ts';
import type { CheckContext } from '../check-kit/context.ts';
import { makeSkill } from '../check-kit/skills.ts';
import type { MemberValue } from './member-value.ts';

/** How to find ids for a member. A resource of the profile must be declared. */
const FOUND: Readonly<Record<string, Pick<MemberValue, 'find' | 'needs'>>> = {
  model_id: { find: anyModel },
  workspace_id: { needs: ['resource:library'], find: async (t) => t.resource('library') },
  'attachments.workspace_ids': fromProfile('library'),
  'attachments.file_ids': fromProfile('file'),
  'attachments.skill_ids': { find: async (t) => [(await makeSkill(t)).id, (await makeSkill(t)).id] },
  'attachments.mcp_server_ids': fromProfile('connector'),
  'attachments.agent_ids': fromProfile('agent'),
};

/** Zero and negative numbers are neither positive ids nor selected agents. Both faults get the same answer. */
const NOT_POSITIVE: readonly MemberValue[] = [
  { name: 'zero', make: () => 0, kind: 'not-positive' },
  { name: 'negative', make: () => -1, kind: 'not-positive' },
];

/** Attachments that do not exist, even if a service accepts zero as an id. */
const OF_NOBODY: readonly MemberValue[] = [
  { name: 'unknown', make: () => [MISSING_ID], kind: 'unknown' },
  { name: 'zero', make: () => [0], kind: 'unknown' },
];

/** Ids of existing resources (one, or up to two for a list), and ids that do not exist. */
export function ids({ path, required }: RequestMember): readonly MemberValue[] {
  const name = path.join('.');
  const found = FOUND[name];
  const known: MemberValue[] = found
    ? [{ name: 'known', make: () => undefined, kind: 'known', ...found }]
    : [];
  if (path[0] === 'attachments' && path.length === 2) return [...known, ...OF_NOBODY];
  if (name === 'principal_agent_id') return NOT_POSITIVE;
  // The id of an interaction is a text. The optional one of a cancellation is not tested.
  if (name === 'action_id' && required) return [{ name: 'unknown', make: (id) => id, kind: 'unknown' }];
  return known;
}

function fromProfile(name: 'library' | 'file' | 'connector' | 'agent'): Pick<MemberValue, 'find' | 'needs'> {
  return {
    needs: [`resource:${name}`],
    find: async (t: CheckContext) => t.resources(name).slice(0, 2),
  };
}
