/** Two variants that no correct server can combine, with the reason. */
interface Exclusion {
  readonly pair: readonly [string, string];
  readonly reason: string;
}

export const EXCLUSIONS: readonly Exclusion[] = [
  {
    pair: ['A-104=cancelled', 'A-110=not-pending'],
    reason: 'An expired interaction answers 404 (section 3.2), whatever became of its turn afterwards.',
  },
];

export function excludes(one: string, other: string): boolean {
  return EXCLUSIONS.some(({ pair }) => pair.includes(one) && pair.includes(other) && one !== other);
}
