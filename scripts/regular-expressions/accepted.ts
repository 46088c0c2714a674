/** A regular expression that the gate cannot judge, and the reason why it is harmless. */
export interface Accepted {
  readonly file: string;
  /** The source of the expression; absent for expressions that the file computes. */
  readonly source?: string;
  readonly reason: string;
}

export const accepted: readonly Accepted[] = [
  {
    file: 'src/alterations/liberties/spelling.ts',
    source: '"(?:[^"\\\\]|\\\\.)*"|-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|[,:[\\]{}]',
    reason: 'reads JSON that JSON.stringify wrote, in which every string ends',
  },
  {
    file: 'src/alterations/variants/spellings.ts',
    source: '"(?:[^"\\\\]|\\\\.)*"|-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|[,:]',
    reason: 'reads JSON that JSON.stringify wrote, in which every string ends',
  },
  {
    file: 'src/client/mask.ts',
    reason: 'matches 64 characters of a token at most, each with a limited number of escapes',
  },
  {
    file: 'src/conformance/suite/check-kit/answer-fingerprint.ts',
    reason: 'matches one id, without repetition',
  },
  {
    file: 'src/conformance/judge/operations.ts',
    reason: 'matches the paths of the contract, whose parameters cannot contain the slash that ends them',
  },
  {
    file: 'src/reference/incognito/mask.ts',
    reason: 'matches placeholders, whose length is limited',
  },
  {
    file: 'src/reference/incognito/placeholder.ts',
    reason: 'is anchored, and one run of digits',
  },
  {
    file: 'src/reference/incognito/sensitive.ts',
    reason: 'matches the values of the seed, and one character at the edges of a value',
  },
];
