import type { Verdict } from '../verdict/verdict.ts';
import type { Summary } from './model.ts';
import { escapeXml } from './sanitize.ts';

const COLOURS: Readonly<Record<Verdict, string>> = {
  conformant: '#2a7d3f',
  nonconformant: '#c0322b',
  incomplete: '#8f6400',
  'nothing-ran': '#5c6470',
};

const LABEL = 'conversation-api';
/** Pixels per letter. Wide enough for common fonts; `textLength` fits the text to this width in any font. */
const LETTER = 6.6;
const MARGIN = 6;

interface Counted {
  readonly verdict: Verdict;
  readonly summary: Pick<Summary, 'judged' | 'failed'>;
}

/** Renders the verdict as a small SVG image. It contains no script and loads nothing. */
export function renderBadge({ verdict, summary }: Counted): string {
  const { judged, failed } = summary;
  const result = failed > 0 ? `${verdict}, ${failed} of ${judged} failed` : `${verdict}, ${judged} judged`;
  return drawBadge(result, verdict);
}

/** Draws a small SVG image with a text in the colour of a verdict. */
export function drawBadge(result: string, verdict: Verdict): string {
  const left = widthOf(LABEL);
  const right = widthOf(result);
  const title = escapeXml(`${LABEL}: ${result}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">
  <title>${title}</title>
  <rect width="${left}" height="20" fill="#3a3f47"/>
  <rect x="${left}" width="${right}" height="20" fill="${COLOURS[verdict]}"/>
  <g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">
    ${renderText(LABEL, 0, left)}
    ${renderText(result, left, right)}
  </g>
</svg>
`;
}

function widthOf(text: string): number {
  return Math.ceil(text.length * LETTER) + 2 * MARGIN;
}

function renderText(text: string, x: number, width: number): string {
  return `<text x="${x + MARGIN}" y="14" textLength="${width - 2 * MARGIN}">${escapeXml(text)}</text>`;
}
