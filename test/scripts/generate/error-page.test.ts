import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorKinds } from '../../../generated/error-kinds.js';
import { clientKinds } from '../../../scripts/generate/client-kinds.ts';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import {
  ConversationApiError,
  type ConversationApiErrorKind,
  type ErrorKind,
} from '../../../src/client/index.ts';

type OwnKind = Exclude<ConversationApiErrorKind, ErrorKind>;

/** Compiles only if the client adds exactly these kinds. */
const own: Readonly<Record<OwnKind, true>> = {
  'invalid-request': true,
  'request-too-large': true,
  forbidden: true,
  unauthenticated: true,
  'rate-limited': true,
  unknown: true,
  connection: true,
  timeout: true,
  'stream-truncated': true,
  'idle-timeout': true,
  'invalid-response': true,
  'stream-closed': true,
};

/** The rules of section 7 of the service document, and for events of section 6, about sending the same request again. */
const repeats: Readonly<Record<string, string>> = {
  'idempotency-key-required': 'only with an Idempotency-Key',
  'scope-not-allowed': 'only without the attachment, or with a credential that has the scopes',
  'attachment-not-allowed': 'only with attachments that the credential may use',
  'agent-not-available': 'only with another agent, or once this one is active',
  'creation-denied': 'only with a credential that may create skills',
  'resource-not-allowed': 'only with a library and users that the credential may use',
  'not-found': 'only with the id of a chat or skill that this credential can see',
  'action-not-found': 'never',
  'sync-requires-auto': 'only with `permission_mode` `auto`, or to the stream',
  'idempotency-conflict': 'only with the original body, or with a new key',
  'turn-in-progress': 'only once the turn has ended',
  'chat-busy': 'only once the other turn has ended',
  'action-not-pending': 'never',
  'decision-rejected': 'never',
  'outcome-unknown': 'as it is, with the same key',
  'too-many-agents': 'only with at most 15 agents',
  'invalid-agents': 'only with correct ids',
  'content-too-long': 'only with at most 64,000 characters',
  'too-many-attachments': 'only with fewer attachments',
  'references-invalid': 'only with correct citations',
  'instructions-too-long': 'only with at most 12,000 characters',
  'turn-failed': 'only with a new key, once you know what the turn did',
  'interaction-in-auto-mode': 'only to the stream with a new key, once you know what the turn did',
  'cancel-not-delivered': 'as it is',
  'agents-disabled': 'only without agents, or once agents are enabled',
  'agents-unavailable': 'as it is',
  'save-unconfirmed': 'as it is, with the same key',
  'decision-not-sent': 'as it is',
  'decision-result-unknown': 'never',
  'interactions-unavailable': 'as it is',
  'turn-timeout': 'only to the stream with a new key, once you know what the turn did',
  'event-turn-timeout': 'only with a new key, once you know what the turn did',
  'event-upstream-error': 'only with a new key, once you know what the turn did',
  'event-persistence-failed': 'as it is, with the same key',
  'turn-outcome-unknown': 'as it is, with the same key',
  'event-idempotency-outcome-unknown': 'as it is, with the same key',
};

const page = readFileSync(resolve(repositoryRoot, 'docs/errors.md'), 'utf8');
const chapters = [...page.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);

describe('docs/errors.md', () => {
  it('describes exactly the kinds that the client adds', () => {
    expect(clientKinds.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(own).toSorted());
  });

  it('has one chapter for every kind', () => {
    const kinds = [...errorKinds.map(({ kind }) => kind), ...Object.keys(own)];
    expect(kinds.filter((kind) => chapters.filter((each) => each === kind).length !== 1)).toEqual([]);
  });

  it('says of each failure whether the same request may be sent again', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| ['));
    const printed = Object.fromEntries(
      rows.map((row) => [/\[(.+?)\]/.exec(row)?.[1], row.split(' | ').at(-1)?.replace(/ \|$/, '')]),
    );
    expect(printed).toEqual(repeats);
  });

  it('contains the heading named in the documentation link of each failure', () => {
    const { documentation } = new ConversationApiError({ kind: 'stream-truncated', message: 'cut' });
    const [, path, fragment] = /^conversation-api\/(.*)#(.*)$/.exec(documentation) ?? [];
    expect(path).toBe('docs/errors.md');
    expect(chapters).toContain(fragment);
  });
});
