/** The longest line that `check` prints of the example, so that no word breaks. */
const COLUMNS = 101;
const CHARACTER = 7.83;
const LINE = 19;
const MARGIN = 20;
const TITLE = 34;

/** The class of the style sheet for each number of an ANSI sequence that the command prints. */
const CLASSES: Readonly<Record<string, string>> = {
  1: 'bold',
  2: 'dim',
  31: 'red',
  32: 'green',
  33: 'yellow',
};

/** An ANSI sequence of one number. Written by its parts, since a control character in a pattern is easily overlooked. */
const SEQUENCE = new RegExp(`${String.fromCharCode(0x1b)}\\[(\\d+)m`);

const STYLE = `text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d6deeb; white-space: pre; }
.bold { font-weight: bold; } .dim { fill: #9aa5b8; } .red { fill: #ff8a80; } .green { fill: #7ddb96; } .yellow { fill: #f0c674; }`;

/** A run of characters with one style. */
interface Span {
  readonly style: string;
  readonly text: string;
}

/**
 * Draws a terminal as SVG.
 *
 * @param command what was typed after the prompt
 * @param output what was printed, with ANSI sequences for colours
 */
export function drawTerminal(command: string, output: string): string {
  const prompt: Span[] = [
    { style: 'green', text: '$ ' },
    { style: 'bold', text: command },
  ];
  const lines = [
    prompt,
    ...output
      .trimEnd()
      .split('\n')
      .flatMap((line) => wrap(readSpans(line))),
  ];
  const width = Math.ceil(COLUMNS * CHARACTER + 2 * MARGIN);
  const height = TITLE + lines.length * LINE + MARGIN;
  const rows = lines.map(
    (spans, index) =>
      `<text x="${MARGIN}" y="${TITLE + (index + 1) * LINE - 5}">${spans.map(draw).join('')}</text>`,
  );
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (colour, index) => `<circle cx="${MARGIN + index * 18}" cy="18" r="6" fill="${colour}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">${escapeXml(`A terminal: ${command}`)}</title>
<style>${STYLE}</style>
<rect width="100%" height="100%" rx="8" fill="#1b2230"/>
${dots.join('')}
${rows.join('\n')}
</svg>
`;
}

function readSpans(line: string): Span[] {
  const spans: Span[] = [];
  let style = '';
  // The text stands between the sequences, whose numbers `split` keeps.
  for (const [index, part] of line.split(SEQUENCE).entries()) {
    if (index % 2 === 1) style = CLASSES[part] ?? '';
    else if (part !== '') spans.push({ style, text: part });
  }
  return spans;
}

/** Cuts a line into rows of the terminal's width, between characters as a terminal does. */
function wrap(spans: readonly Span[]): Span[][] {
  const rows: Span[][] = [[]];
  let room = COLUMNS;
  for (const { style, text } of spans) {
    let rest = [...text];
    while (rest.length > 0) {
      if (room === 0) {
        rows.push([]);
        room = COLUMNS;
      }
      rows.at(-1)?.push({ style, text: rest.slice(0, room).join('') });
      const taken = Math.min(room, rest.length);
      rest = rest.slice(taken);
      room -= taken;
    }
  }
  return rows;
}

function draw({ style, text }: Span): string {
  return style === '' ? escapeXml(text) : `<tspan class="${style}">${escapeXml(text)}</tspan>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
