import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../src/reference/connectors/bounds.ts';
import { readResult, refusedResult } from '../../../src/reference/connectors/tool-result.ts';

describe('the result of a tool', () => {
  it.each([
    [
      'texts, one below another',
      [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ],
      'one\ntwo',
    ],
    ['a note for an image', [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }], '[image image/png]'],
    ['a note for a sound', [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }], '[audio audio/wav]'],
    [
      'a note for a link',
      [{ type: 'resource_link', uri: 'file:///a.txt', name: 'a' }],
      '[resource_link file:///a.txt]',
    ],
    [
      'the text of a resource, after a note about its source',
      [
        {
          type: 'resource',
          resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: 'Nine to six.' },
        },
      ],
      '[resource file:///a.txt text/plain]\nNine to six.',
    ],
    [
      'a note for a resource without text',
      [{ type: 'resource', resource: { uri: 'file:///a.bin', blob: 'AAAA' } }],
      '[resource file:///a.bin]',
    ],
    ['a note for an unknown type', [{ type: 'hologram', resource: null }], '[hologram]'],
    ['nothing', [], ''],
  ])('is read as %s', (_, content, text) => {
    expect(readResult({ content })).toEqual({ text, isError: false });
  });

  it('is its structured content if there is nothing else', () => {
    expect(readResult({ content: [], structuredContent: { open: true } }).text).toBe('{"open":true}');
    expect(readResult({ content: [{ type: 'text', text: 'open' }], structuredContent: {} }).text).toBe(
      'open',
    );
  });

  it('reports whether the tool failed', () => {
    expect(readResult({ content: [], isError: true }).isError).toBe(true);
    expect(refusedResult('no such tool')).toEqual({ text: 'no such tool', isError: true });
  });

  it('is cut between two characters when it is too large, and notes that', () => {
    const { text } = readResult({ content: [{ type: 'text', text: `x${'é'.repeat(BOUNDS.resultSize)}` }] });
    const note = '\n[cut here: the result has 512001 bytes, of which 256000 are kept]';
    expect(text).toBe(`x${'é'.repeat(BOUNDS.resultSize / 2 - 1)}${note}`);
  });

  it('keeps a note short, whatever its content', () => {
    const content = [{ type: 'resource_link', uri: `file:///${'x'.repeat(1e5)}` }];
    expect(readResult({ content }).text.length).toBeLessThan(310);
  });

  it('contains only whole characters', () => {
    expect(readResult({ content: [{ type: 'text', text: 'half \ud83d' }] }).text).toBe('half \ufffd');
  });
});
