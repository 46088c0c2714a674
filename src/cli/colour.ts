import { styleText } from 'node:util';
import type { Paint } from '../conformance/report/paint.ts';
import type { Output } from './io.ts';

/** Colours where the output is a terminal; NO_COLOR and FORCE_COLOR have their usual say. */
export function paintFor(stream: Output): Paint {
  return (style, text) => styleText(style, text, { stream, validateStream: true });
}
