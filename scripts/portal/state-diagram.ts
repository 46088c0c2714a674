import { address } from './addresses.ts';
import { escapeHtml } from './markdown.ts';

/** Narrow, so that the text stays legible when the drawing shrinks to a phone. */
const WIDTH = 480;
const BOX = { height: 36, gap: 10 };
/** The width of a letter, as set in portal/styles. */
const LETTER = 8.43;

/** A drawing of the order of events: the first, any of those in the middle in any number, then one at the end. */
export function drawStates(first: string, progress: readonly string[], terminals: readonly string[]): string {
  const middle = grid(progress, 84, 2);
  const loop = { x: 20, y: 72, width: WIDTH - 40, height: middle.height + 60 };
  const endY = loop.y + loop.height + 52;
  const ends = grid(terminals, endY, 3);
  const height = endY + ends.height + 12;
  const centre = WIDTH / 2;
  return [
    `<figure class="state-diagram"><svg viewBox="0 0 ${WIDTH} ${height}" role="group" aria-label="The order of the events of a stream">`,
    '<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0 10 5 0 10z"/></marker></defs>',
    box(first, centre - middle.width / 2, 8, middle.width, 'first'),
    arrow(`M${centre} ${8 + BOX.height}V${loop.y - 4}`),
    `<rect class="loop" x="${loop.x}" y="${loop.y}" width="${loop.width}" height="${loop.height}" rx="12"/>`,
    ...middle.places.map(({ name, x, y }) => box(name, x, y + 4, middle.width, 'progress')),
    `<text x="${centre}" y="${loop.y + loop.height - 16}">in any order and number, also none</text>`,
    ...ends.places.map(({ x }) =>
      arrow(
        `M${centre} ${loop.y + loop.height}V${loop.y + loop.height + 20}H${x + ends.width / 2}V${endY - 4}`,
      ),
    ),
    ...ends.places.map(({ name, x, y }) => box(name, x, y, ends.width, 'terminal')),
    '</svg>',
    `<figcaption>A stream begins with <code>${escapeHtml(first)}</code> and ends with exactly one of the last row.</figcaption></figure>`,
  ].join('\n');
}

/** Boxes in rows, all as wide as the longest name needs. */
function grid(names: readonly string[], top: number, columns: number) {
  const rows = Math.ceil(names.length / columns);
  const width = Math.ceil(Math.max(...names.map(({ length }) => length)) * LETTER) + 8;
  const left = (WIDTH - columns * width - (columns - 1) * BOX.gap) / 2;
  return {
    width,
    height: rows * (BOX.height + BOX.gap) - BOX.gap,
    places: names.map((name, index) => ({
      name,
      x: left + (index % columns) * (width + BOX.gap),
      y: top + Math.floor(index / columns) * (BOX.height + BOX.gap),
    })),
  };
}

function box(name: string, x: number, y: number, width: number, kind: string): string {
  const { height } = BOX;
  return `<a class="${kind}" href="${address.event(name)}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/><text x="${x + width / 2}" y="${y + height / 2 + 5}">${escapeHtml(name)}</text></a>`;
}

function arrow(path: string): string {
  return `<path class="arrow" d="${path}" marker-end="url(#arrow)"/>`;
}
