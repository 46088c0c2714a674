import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../src/reference/connectors/bounds.ts';
import { offerTools } from '../../../src/reference/connectors/tool-list.ts';

const inputSchema = { type: 'object' };

describe('the offered tools of a connector', () => {
  it('are limited in number', () => {
    const listed = Array.from({ length: BOUNDS.tools + 50 }, (_, index) => ({
      name: `tool-${index}`,
      inputSchema,
    }));
    expect(offerTools(listed)).toHaveLength(BOUNDS.tools);
  });

  it('include each name once, and keep the first tool listed under it', () => {
    const listed = ['first', 'second'].map((description) => ({ name: 'same', description, inputSchema }));
    expect(offerTools(listed).map(({ description }) => description)).toEqual(['first']);
  });

  it.each([
    ['no name', ''],
    ['a name that is too long', 'x'.repeat(BOUNDS.nameLength + 1)],
    ['a line break in their name', 'find\ntickets'],
    ['a space in their name', 'find tickets'],
    ['half a character in their name', 'find\ud800'],
  ])('do not include those with %s', (_, name) => {
    expect(offerTools([{ name, inputSchema }])).toEqual([]);
  });

  it.each([
    ['required', 0],
    ['optional', 1],
    ['forbidden', 1],
  ])('with taskSupport %s can be called without a task: %i', (taskSupport, count) => {
    expect(offerTools([{ name: 'find', inputSchema, execution: { taskSupport } }])).toHaveLength(count);
  });

  it('have bounded descriptions and schemas', () => {
    const huge = { type: 'object', description: 'x'.repeat(BOUNDS.schemaLength) };
    const [tool] = offerTools([{ name: 'find', description: 'x'.repeat(1e6), inputSchema: huge }]);
    expect(tool?.description).toHaveLength(BOUNDS.descriptionLength);
    expect(tool?.inputSchema).toEqual({ type: 'object' });
  });

  it.each([
    [undefined, false],
    [{}, false],
    [{ readOnlyHint: false }, false],
    [{ readOnlyHint: true }, true],
  ])('with annotations %j change nothing: %s', (annotations, isReadOnly) => {
    expect(offerTools([{ name: 'find', inputSchema, annotations }])).toEqual([
      { name: 'find', description: '', inputSchema, isReadOnly },
    ]);
  });
});
