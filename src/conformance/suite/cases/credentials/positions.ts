import type { JsonInteger } from '../../../../exact-json/exact-number.ts';
import type { Turn } from '../../../drive/actor.ts';
import type { JsonObject } from '../../../judge/json.ts';
import type { CheckContext } from '../../check-kit/context.ts';

/** A resource that a turn must not use, and a usable one of the same type. */
export interface Unusable {
  readonly id: JsonInteger;
  readonly usable?: JsonInteger | undefined;
  /** Attachments of every type, all usable by the credential. */
  readonly others?: JsonObject;
}

/** Where turns can name a resource. */
export interface Nameable {
  /** The members of `attachments` that take its id. */
  readonly members: readonly string[];
  /** Whether a citation of such an id counts as a citation. The contract leaves this open for ids that are not positive. */
  readonly isCitable?: boolean;
}

/** Where a turn names a resource. */
interface Position {
  readonly name: string;
  readonly isForAgents?: boolean;
  /** Whether the turn names the resource as its principal, which has its own failure. */
  readonly isPrincipal?: boolean;
  members(t: CheckContext, member: string, found: Unusable): object | undefined;
}

const POSITIONS: readonly Position[] = [
  { name: 'alone', members: (_, member, { id }) => attaching(member, id) },
  {
    name: 'last',
    members: (_, member, { id, usable }) =>
      usable === undefined ? undefined : attaching(member, usable, id),
  },
  {
    name: 'first',
    members: (_, member, { id, usable }) =>
      usable === undefined ? undefined : attaching(member, id, usable),
  },
  {
    name: 'beside-others',
    members: (_, member, { id, others }) => ({ attachments: { ...others, [member]: [id] } }),
  },
  {
    name: 'cited',
    isForAgents: true,
    members: (t, _, { id }) => ({ content: `${t.plain().content} {{agent:${id}}}` }),
  },
  {
    name: 'cited-last',
    isForAgents: true,
    members: (t, _, { id, usable }) =>
      usable === undefined
        ? undefined
        : { content: `${t.plain().content} {{agent:${usable}}} and {{agent:${id}}}` },
  },
  {
    name: 'cited-first',
    isForAgents: true,
    members: (t, _, { id, usable }) =>
      usable === undefined
        ? undefined
        : { content: `${t.plain().content} {{agent:${id}}} and {{agent:${usable}}}` },
  },
  {
    name: 'principal',
    isForAgents: true,
    isPrincipal: true,
    members: (_, member, { id, usable }) => ({
      ...(usable === undefined ? attaching(member, id) : attaching(member, usable, id)),
      principal_agent_id: id,
    }),
  },
  {
    name: 'cited-principal',
    isForAgents: true,
    isPrincipal: true,
    members: (t, _, { id }) => ({
      content: `${t.plain().content} {{agent:${id}}}`,
      principal_agent_id: id,
    }),
  },
  {
    name: 'beside-principal',
    isForAgents: true,
    members: (_, member, { id, usable }) =>
      usable === undefined ? undefined : { ...attaching(member, usable, id), principal_agent_id: usable },
  },
  {
    name: 'cited-beside-attached',
    isForAgents: true,
    members: (t, member, { id, usable }) =>
      usable === undefined
        ? undefined
        : { ...attaching(member, usable), content: `${t.plain().content} {{agent:${id}}}` },
  },
];

/** The turns that name a resource at each possible position. */
export function turnsWith(
  t: CheckContext,
  { members, isCitable = true }: Nameable,
  found: Unusable,
): readonly { readonly turn: Turn; readonly isPrincipal: boolean }[] {
  const served = members.filter((member) => member !== 'skill_ids' || !t.lacks('skills'));
  return served.flatMap((member) =>
    POSITIONS.flatMap(({ isForAgents = false, isPrincipal = false, members: name }) => {
      if (isForAgents && !(isCitable && member === 'agent_ids')) return [];
      const named = name(t, member, found);
      return named ? [{ turn: t.plain({ ...named }), isPrincipal }] : [];
    }),
  );
}

export function attaching(member: string, ...ids: readonly JsonInteger[]) {
  return { attachments: { [member]: ids } };
}
