import { expect, it } from 'vitest';
import { KINDS } from '../../../portal/elements/search/documents.ts';
import { openIndex } from '../../../portal/elements/search/search-index.ts';
import { questionOf, tellingWordsOf } from '../../../portal/elements/search/words.ts';
import { searchDocuments } from '../../../scripts/portal/search-documents.ts';
import { portalPages } from '../../../scripts/portal/site-files.ts';
import { readSources } from '../../../scripts/portal/sources.ts';
import { readSuite } from '../../../scripts/portal/suite.ts';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { sampled } from '../../../scripts/test/tiers.ts';

const documents = searchDocuments(
  portalPages(readSources(repositoryRoot, readSuite(repositoryRoot, undefined))),
);
const find = await openIndex(documents);

it.each([
  ['a question', 'how do I approve a tool', 'operations/approveTool/'],
  ['two words of a code', 'chat busy', 'failures/chat-busy/'],
  ['a code', 'api_v1_chat_busy', 'failures/chat-busy/'],
  ['the id of an operation', 'streamMessage', 'operations/streamMessage/'],
  ['the name of an event', 'message.action_required', 'events/message.action_required/'],
  ['the id of a requirement', 'stream.terminal.exactly-one', 'requirements/stream.terminal.exactly-one/'],
  ['the id of an open point', 'A-60', 'open-points/A-60/'],
  ['a word with a mistake', 'idempotncy', 'failures/idempotency-key-required/'],
  ['a word that many requirements have', 'cancel', 'operations/cancelTurn/'],
  ['the name of a type', 'Step', 'schemas/Step/'],
  ['another word for an event', 'heartbeat', 'events/ping/'],
])('the first hit for %s, “%s”, is %s', (_, text, path) => {
  expect(find(text)[0]?.path).toBe(path);
});

it.each([
  ['authentication', 'failures/scope-not-allowed/'],
  ['pagination', 'operations/listChats/'],
  ['errr', 'guides/errors-and-retries/'],
  ['ping cadence', 'requirements/stream.ping.cadence/'],
])('“%s” is found with %s among the first three', (text, path) => {
  expect(
    find(text)
      .slice(0, 3)
      .map((hit) => hit.path),
  ).toContain(path);
});

it('the page about a common word comes before requirements', () => {
  for (const text of ['error', 'replace', 'delete chat', 'retry']) {
    const kinds = find(text).map(({ kind }) => kind);
    expect(kinds.slice(0, 3), text).not.toContain('requirements');
  }
});

it.each(['', '   ', '…', 'ქართული'])('nothing is found for “%s”', (text) => {
  expect(find(text)).toEqual([]);
});

it.each(['constructor', '__proto__', 'toString'])('“%s” is treated as an ordinary word', (text) => {
  expect(() => find(text)).not.toThrow();
  expect(questionOf(text).map(({ length }) => length)).toEqual(tellingWordsOf(text).map(() => 1));
});

it('each page is found by its own name', () => {
  const named = sampled(
    documents.filter(({ kind }) => kind in KINDS),
    4,
  );
  const lost = named.filter(({ path, title }) => !find(title).some((hit) => hit.path === path));
  expect(lost.map(({ path }) => path)).toEqual([]);
});
