import { describe, expect, it } from 'vitest';
import { compileSensitive } from '../../../src/reference/incognito/sensitive.ts';

function found(text: string, terms: readonly string[] = []): string[] {
  return Array.from(text.matchAll(compileSensitive(terms)), ([value]) => value);
}

describe('compileSensitive', () => {
  it.each([
    ['Write to ann@example.com.', 'ann@example.com'],
    ['<Ann.B+news@mail.example.co.uk>', 'Ann.B+news@mail.example.co.uk'],
    ["'o'brien@example.com'", "o'brien@example.com"],
    ['{"mail":"ann@example.com"}', 'ann@example.com'],
    ['jürgen@bücher.example', 'jürgen@bücher.example'],
    ['ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
    ['..ann@example.com', 'ann@example.com'],
    ['mailto:ann@example.com?subject=x', 'ann@example.com'],
  ])('finds the e-mail address in %j', (text, address) => {
    expect(found(text)).toEqual([address]);
  });

  it.each(['ann@localhost', '@example.com', 'pkg@1.2.3', 'a @ b.c', 'ann@-x-.com', 'ann@example.'])(
    'finds no e-mail address in %j',
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );

  it.each([
    '+49 (0)30 1234567',
    '+1 555 123 4567',
    '+15551234567',
    '(555) 123-4567',
    '555-123-4567',
    '1-555-123-4567',
    '555.123.4567',
    '030 1234567',
    '0171/1234567',
    '020 7946 0018',
    '044 668 18 00',
    '06 12 34 56 78',
  ])('finds the telephone number %s', (number) => {
    expect(found(`Call ${number}, please.`)).toEqual([number]);
    expect(found(`{"phone":"${number}"}`)).toEqual([number]);
  });

  it.each([
    '2026-01-15',
    '2026-01-15T09:30:00.000Z',
    '15.01.2026',
    '05-2026 10:30',
    '01-02-2026 09:30',
    '192.168.100.200',
    '1736950000',
    '1,234,567.89',
    '0.123456789',
    '-0123-4567-8901',
    '978-3-16-148410-0',
    'ae9a1682-abe9-4224-a4c4-2fb5460484d6',
    '01234567-0123-4567-8901-012345678901',
    '4.5.6',
    '10 000 000',
    '+1',
    'order 20260115-4711',
    '+12345678901234567890',
  ])('finds no telephone number in %j', (text) => {
    expect(found(text)).toEqual([]);
  });

  it.each([
    ['Acme', 'Ask ACME, acme or Acme.', ['ACME', 'acme', 'Acme']],
    ['Acme', "Acme's (Acme) acme-shop", ['Acme', 'Acme', 'acme']],
    ['Acme', 'Acmes acme_1 macme', []],
    ['Harbor Books', 'at Harbor Books and Harbor\n  books', ['Harbor Books', 'Harbor\n  books']],
    ['C++ (R)', 'about c++ (r).', ['c++ (r)']],
    ['.*', 'anything .* at all', ['.*']],
    [' Zoë ', 'Zoe\u0308 and Zoë', ['Zoe\u0308', 'Zoë']],
    ['青山', '社長は青山です', ['青山']],
    [' ', 'a b', []],
  ])('finds the term %j in %j', (term, text, values) => {
    expect(found(text, [term])).toEqual(values);
  });

  it('prefers the longer of two terms, and an address to a term in it', () => {
    expect(found('Harbor Books, bob@example.com', ['Harbor', 'Harbor Books', 'bob'])).toEqual([
      'Harbor Books',
      'bob@example.com',
    ]);
  });

  it.each([
    'a',
    'a.',
    "a'",
    '1',
    '1-',
    '+1',
    '+',
    '(',
    '0 ',
    '@',
    'a@',
    'a@b.',
    'a@b-',
    '[EMAIL_',
    ' ',
    'ac\n',
    'é',
    '́',
  ])('handles 64,000 characters of %j', (piece) => {
    const text = piece.repeat(Math.floor(64_000 / piece.length));
    expect(found(text, ['ac  me', 'a a a a b'])).toEqual(expect.any(Array));
  });
});
