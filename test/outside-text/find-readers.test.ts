import { expect, it } from 'vitest';
import { findReaders, readersIn } from './find-readers.ts';
import { READERS } from './rows.ts';

it('every exported reader of outside text has a row, or a reason why it reads none', () => {
  const missing = findReaders().filter((reader) => !Object.hasOwn(READERS, reader));
  expect(missing).toEqual([]);
});

it.each([
  ['a function of a text', 'export function read(text: string) {}', ['x.ts#read']],
  ['a function of bytes', 'export function read(it: readonly Uint8Array[]) {}', ['x.ts#read']],
  ['a class', 'export class Reader { push(bytes: Uint8Array) {} }', ['x.ts#Reader']],
  ['no function that is not exported', 'function read(text: string) {}', []],
  ['no private method', 'export class Reader { #push(bytes: Uint8Array) {} }', []],
  ['no function of a number', 'export function read(text: number) {}', []],
])('the search for readers finds %s', (_, source, found) => {
  expect(readersIn('src/x.ts', source)).toEqual(found);
});
