import type { Verdict } from '../verdict/verdict.ts';
import type { Style } from './paint.ts';

/** The symbol and the colour of each verdict. */
export const MARKS: Readonly<Record<Verdict, { readonly mark: string; readonly style: Style }>> = {
  conformant: { mark: '✓', style: 'green' },
  nonconformant: { mark: '✗', style: 'red' },
  incomplete: { mark: '…', style: 'yellow' },
  'nothing-ran': { mark: '○', style: 'yellow' },
};
