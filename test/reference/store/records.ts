import type {
  ChatRecord,
  InteractionRecord,
  NewSkill,
  TurnClose,
  TurnStart,
} from '../../../src/reference/store/store.ts';

/** Text that databases and encodings often damage. */
export const HOSTILE = 'a\0b "quoted" \\ \u2028 \ufeff\ufffd 👩‍💻 \ud83d lone \udc00';

export function chat(facts: Partial<ChatRecord> = {}): ChatRecord {
  return {
    id: 'c1',
    credentialId: 'main',
    userId: 1,
    name: null,
    isFavorite: false,
    permissionMode: 'manual',
    modelId: null,
    createdAt: 1000,
    updatedAt: 1000,
    isDeleted: false,
    ...facts,
  };
}

export function turn(facts: Partial<TurnStart> = {}): TurnStart {
  return {
    credentialId: 'main',
    userId: 1,
    chatId: 'c1',
    requestId: 'r1',
    prompt: 'When does the ferry leave?',
    metadata: null,
    createdAt: 2000,
    ...facts,
  };
}

export function outcome(facts: Partial<TurnClose> = {}): TurnClose {
  return {
    status: 'completed',
    content: 'At nine.',
    usage: null,
    steps: [],
    sources: [],
    anonymization: null,
    agentRuns: [],
    ...facts,
  };
}

export function interaction(facts: Partial<InteractionRecord> = {}): InteractionRecord {
  return {
    id: 'act_1',
    turnId: 1,
    chatId: 'c1',
    credentialId: 'main',
    kind: 'tool_approval',
    state: 'pending',
    ...facts,
  };
}

export function skill(facts: Partial<NewSkill> = {}): NewSkill {
  return {
    companyId: 1,
    userId: 1,
    name: 'Summaries',
    description: '',
    instructions: 'Say it in three sentences.',
    icon: 'pen',
    level: 'personal',
    visibility: 'private',
    workspaceId: null,
    sharedUserIds: [],
    isActive: true,
    createdAt: 3000,
    ...facts,
  };
}
