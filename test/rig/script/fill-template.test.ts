import { describe, expect, it } from 'vitest';
import { fillTemplate, TemplateError, type Values } from '../../../src/rig/script/fill-template.ts';

const VALUES: Values = {
  title: 'Hours',
  count: null,
  tool: undefined,
  schema: { type: 'object', default: '$title' },
  tasks: [
    { task: 'a', name: 'b' },
    { task: 'c', name: undefined },
  ],
};

describe('a template', () => {
  it.each<readonly [unknown, unknown]>([
    ['plain', 'plain'],
    [3, 3],
    [null, null],
    ['$title', 'Hours'],
    ['costs $title', 'costs $title'],
    ['$$title', '$title'],
    [{ a: { b: ['$title', '$count'] } }, { a: { b: ['Hours', null] } }],
    [
      { kept: 1, gone: '$tool', list: ['$tool', 2] },
      { kept: 1, list: [2] },
    ],
    ['$tasks', VALUES.tasks],
    [
      { all: { $each: '$tasks', $as: { what: '$task', who: '$name' } } },
      { all: [{ what: 'a', who: 'b' }, { what: 'c' }] },
    ],
    [{ $each: '$tasks', $as: '$task' }, ['a', 'c']],
    ['$schema', { type: 'object', default: '$title' }],
  ])('%j is filled to %j', (template, filled) => {
    expect(fillTemplate(template, VALUES)).toStrictEqual(filled);
  });

  it.each<readonly [unknown, string]>([
    ['$titel', 'there is no "$titel" here; use one of "$title", "$count"'],
    ['$toString', 'there is no "$toString" here'],
    [{ $each: 'tasks', $as: '$task' }, '"$each" is "tasks"; it has to name a list'],
    [{ $each: '$title', $as: '$task' }, '"$each" is "$title"; it has to name a list'],
    [{ $each: '$tasks', $as: '$title' }, 'there is no "$title" here; use one of "$task", "$name"'],
  ])('%j cannot be filled: %s', (template, problem) => {
    expect(() => fillTemplate(template, VALUES)).toThrow(TemplateError);
    expect(() => fillTemplate(template, VALUES)).toThrow(problem);
  });

  it('treats a member called __proto__ as an ordinary member', () => {
    const filled = fillTemplate(JSON.parse('{"__proto__": {"a": "$title"}}'), VALUES) as object;
    expect(Object.keys(filled)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
  });
});
