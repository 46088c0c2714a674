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

/** Compiles only if the client adds these kinds and no others. */
const own: Readonly<Record<OwnKind, true>> = {
  'invalid-request': true,
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

const page = readFileSync(resolve(repositoryRoot, 'docs/errors.md'), 'utf8');
const chapters = [...page.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);

describe('docs/errors.md', () => {
  it('describes the kinds that the client adds, and no others', () => {
    expect(clientKinds.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(own).toSorted());
  });

  it('has one chapter for every kind', () => {
    const kinds = [...errorKinds.map(({ kind }) => kind), ...Object.keys(own)];
    expect(kinds.filter((kind) => chapters.filter((each) => each === kind).length !== 1)).toEqual([]);
  });

  it('contains the heading that the documentation link of each failure names', () => {
    const { documentation } = new ConversationApiError({ kind: 'stream-truncated', message: 'cut' });
    const [, path, fragment] = /^conversation-api\/(.*)#(.*)$/.exec(documentation) ?? [];
    expect(path).toBe('docs/errors.md');
    expect(chapters).toContain(fragment);
  });
});
