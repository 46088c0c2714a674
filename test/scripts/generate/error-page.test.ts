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
  'idempotency-key-required': 'not as it is',
  'scope-not-allowed': 'not as it is',
  'attachment-not-allowed': 'not as it is',
  'agent-not-available': 'not as it is',
  'creation-denied': 'not as it is',
  'resource-not-allowed': 'not as it is',
  'not-found': 'not as it is',
  'action-not-found': 'no',
  'sync-requires-auto': 'not as it is',
  'idempotency-conflict': 'not as it is',
  'turn-in-progress': 'when the turn has ended',
  'chat-busy': 'when that turn has ended',
  'action-not-pending': 'no',
  'decision-rejected': 'no',
  'outcome-unknown': 'yes, with the same key',
  'too-many-agents': 'not as it is',
  'invalid-agents': 'not as it is',
  'content-too-long': 'not as it is',
  'too-many-attachments': 'not as it is',
  'references-invalid': 'not as it is',
  'instructions-too-long': 'not as it is',
  'turn-failed': 'not as it is',
  'interaction-in-auto-mode': 'not as it is',
  'cancel-not-delivered': 'yes',
  'agents-disabled': 'later',
  'agents-unavailable': 'yes',
  'save-unconfirmed': 'yes, with the same key',
  'decision-not-sent': 'yes',
  'decision-result-unknown': 'no',
  'interactions-unavailable': 'yes',
  'turn-timeout': 'not as it is',
  'event-turn-timeout': 'not as it is',
  'event-upstream-error': 'not as it is',
  'event-persistence-failed': 'yes, with the same key',
  'turn-outcome-unknown': 'yes, with the same key',
  'event-idempotency-outcome-unknown': 'yes, with the same key',
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
