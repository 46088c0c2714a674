import { styleText } from 'node:util';
import { type Paint, unpainted } from '../conformance/report/paint.ts';
import type { Output } from './io.ts';
import { PlainOutput } from './standard-io.ts';

/** Uses colours when the output is a terminal. NO_COLOR and FORCE_COLOR have their usual effect. */
export function paintFor(output: Output): Paint {
  if (!(output instanceof PlainOutput)) {
    const stream = output as NodeJS.WritableStream;
    return (style, text) => styleText(style, text, { stream, validateStream: true });
  }
  if (process.env.FORCE_COLOR === undefined) return unpainted;
  return (style, text) => styleText(style, text, { validateStream: false });
}
