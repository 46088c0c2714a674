import type { Scope } from '../../../generated/ids.d.ts';
import type { Attachments, PermissionMode, SendTurnRequest } from '../../../generated/types.d.ts';
import { citedAgents } from '../citations/citations.ts';
import type { Agent, DeclaredModel, ResourceType } from '../directory/types.ts';
import type { ChatRecord, SkillRecord } from '../store/store.ts';
import type { Attached } from '../turns/order.ts';
import type { Context } from './context.ts';

interface AttachmentType {
  readonly member: keyof Attachments;
  readonly type: ResourceType;
  readonly scope: Scope;
}

/** The types of attachments, and the scope that each needs (section 4.2). */
export const ATTACHMENT_TYPES: readonly AttachmentType[] = [
  { member: 'workspace_ids', type: 'library', scope: 'libraries:read' },
  { member: 'file_ids', type: 'file', scope: 'libraries:read' },
  { member: 'skill_ids', type: 'skill', scope: 'skills:read' },
  { member: 'mcp_server_ids', type: 'connector', scope: 'connectors:use' },
  { member: 'agent_ids', type: 'agent', scope: 'agents:use' },
];

/** Shared by all turns without attachments, because thousands of them may be waiting. */
const NOTHING: Attached = {
  passages: { libraryIds: [], fileIds: [] },
  skills: [],
  connectors: [],
  agents: [],
};

/** A sent turn before it is accepted, with the resources that it names. */
export class TurnDraft {
  readonly context: Context;
  readonly body: SendTurnRequest;
  readonly channel: 'blocking' | 'streaming';
  /** The chat of the path; undefined when the turn creates it. */
  readonly chat: ChatRecord | undefined;
  /** Attached ids by type, without duplicates. Agents that the content cites are attached too. */
  readonly ids: ReadonlyMap<ResourceType, readonly number[]>;

  constructor(context: Context, channel: 'blocking' | 'streaming') {
    this.context = context;
    this.body = context.body as SendTurnRequest;
    this.channel = channel;
    this.chat = context.ports.store.chats.find(context.chatId);
    this.ids = new Map(
      ATTACHMENT_TYPES.map(({ member, type }) => {
        const attached = this.body.attachments?.[member] ?? [];
        const cited = type === 'agent' ? citedAgents(this.body.content) : [];
        return [type, [...new Set([...attached, ...cited])]];
      }),
    );
  }

  /** The mode of the turn; the chat's mode has no effect. */
  get mode(): PermissionMode {
    return this.body.permission_mode ?? 'manual';
  }

  get agentIds(): readonly number[] {
    return this.idsOf('agent');
  }

  /** The selected agents that the user sees, active or not. */
  get agents(): Agent[] {
    return this.agentIds.flatMap((id) => this.context.usable.agent(id) ?? []);
  }

  get missingScopes(): Scope[] {
    const { scopes } = this.context.credential;
    const needed = ATTACHMENT_TYPES.filter(({ type }) => this.idsOf(type).length > 0).map(
      ({ scope }) => scope,
    );
    return [...new Set(needed)].filter((scope) => !scopes.has(scope));
  }

  /** The model of the turn, else of the chat, else of the company. */
  get model(): DeclaredModel | undefined {
    const { usable, ports } = this.context;
    const company = ports.directory.companies.get(usable.user.companyId);
    const id = this.body.model_id ?? this.chat?.modelId ?? company?.defaultModelId;
    return id === undefined ? undefined : usable.model(id);
  }

  /** Whether the credential can use every attached resource. */
  get isAllowed(): boolean {
    const { usable } = this.context;
    return (
      this.idsOf('library').every((id) => usable.library(id)) &&
      this.idsOf('file').every((id) => usable.file(id)) &&
      this.idsOf('connector').every((id) => usable.connector(id)) &&
      this.agentIds.every((id) => usable.agent(id)) &&
      this.skills.length === this.idsOf('skill').length
    );
  }

  get skills(): SkillRecord[] {
    const { usable, ports } = this.context;
    return this.idsOf('skill').flatMap((id) => {
      const skill = ports.store.skills.find(id);
      return skill && usable.seesSkill(skill) ? [skill] : [];
    });
  }

  get attached(): Attached {
    const { usable } = this.context;
    if (ATTACHMENT_TYPES.every(({ type }) => this.idsOf(type).length === 0)) return NOTHING;
    return {
      passages: { libraryIds: this.idsOf('library'), fileIds: this.idsOf('file') },
      // An inactive skill is attached without effect.
      skills: this.skills.filter(({ isActive }) => isActive),
      connectors: this.idsOf('connector').flatMap((id) => usable.connector(id) ?? []),
      agents: this.agents,
    };
  }

  idsOf(type: ResourceType): readonly number[] {
    return this.ids.get(type) ?? [];
  }
}
