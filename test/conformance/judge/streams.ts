import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { START } from './turn.ts';

const folder = new URL('../../../spec/examples/streams/', import.meta.url);

/** The complete streams of the examples of the contract, by name. */
export const EXAMPLES: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.sse'))
    .map((file) => [file.replace('.sse', ''), readFileSync(new URL(file, folder), 'utf8')]),
);

/** A text as a JSON string, in one of the forms that servers write. */
const jsonText = (text: string, style: number) => {
  const plain = JSON.stringify(text);
  if (style === 1)
    return plain.replaceAll(
      /[^\x20-\x7e]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  if (style === 2) return plain.replaceAll('/', '\\/').replaceAll('\\n', '\\u000a');
  return plain;
};

const deltaForms: readonly ((text: string, replace: string) => string)[] = [
  (text, replace) => `event: message.delta\ndata: {"text":${text},"replace":${replace}}\n\n`,
  (text, replace) => `event: message.delta\ndata: {"text": ${text}, "replace": ${replace}}\n\n`,
  (text, replace) => `event: message.delta\ndata: {"replace":${replace},"text":${text}}\n\n`,
  (text, replace) => `event:message.delta\r\ndata:{"text":${text},"replace":${replace}}\r\n\r\n`,
  (text, replace) => `event: message.delta\ndata: {"text":"x","text":${text},"replace":${replace}}\n\n`,
  (text, replace) => `event: message.delta\ndata: {"text":${text},"replace":${replace},"seq":1}\n\n`,
  (text, replace) => `data: {"text":${text},"replace":${replace}}\nevent: message.delta\n\n`,
  (text, replace) => `: note\nevent: message.delta\ndata: {"text":${text},\ndata: "replace":${replace}}\n\n`,
  (text) => `event: message.delta\ndata: {"text":${text}}\n\n`,
  (text) => `event: message.delta\ndata: {"text":${text},"replace":false}\n`,
  (text) => `event: message.delta\ndata: {"text":${text.slice(0, -1)},"replace":false}\n\n`,
];

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'the store opens at nine',
    '東京 🗼',
    'a\nb',
    '"quoted"',
    'back\\slash',
    '\ud83d',
    '\ude00',
    '\t',
    '/',
    '\0',
  ),
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.integer({ min: 500, max: 3000 }).map((length) => 'long text '.repeat(length / 10)),
);

interface Delta {
  readonly text: string;
  readonly style: number;
  readonly form: number;
  readonly replace: boolean;
}

const delta = fc.record<Delta>({
  text,
  style: fc.nat({ max: 3 }),
  form: fc.oneof(
    { weight: 8, arbitrary: fc.nat({ max: 1 }) },
    { weight: 2, arbitrary: fc.nat({ max: deltaForms.length - 1 }) },
  ),
  replace: fc.oneof(
    { weight: 9, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
});

/** Forms of content in the terminal event. Each is a trap for the fast path. */
const contentForms: readonly ((content: string, style: number) => string)[] = [
  (content, style) => `"content":${jsonText(content, style)}`,
  (content, style) => `"content": ${jsonText(content, style)}`,
  (content, style) => `"content":${jsonText(content, style)},"content":"other"`,
  (content, style) => `"content":"other","content":${jsonText(content, style)}`,
  (content, style) => `"metadata":{"content":${jsonText(content, style)}},"content":"other"`,
  (content, style) => `"x\\"content":${jsonText(content, style)},"content":"other"`,
  (content) => `"content":"${content}"`,
  (content) => `"content":${jsonText(content, 0).slice(0, -1)} "`,
  (content, style) => `"content":${jsonText(`${content}!`, style)}`,
  (content, style) => `"content":${jsonText(content.slice(1), style)}`,
  (content, style) => `"content":${jsonText(content, style)},"role":"model"`,
  () => '"content":7',
];

const REST =
  '"id":9001,"chat_id":"0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604","role":"assistant","usage":null,"steps":[],"sources":[],"anonymization":null,"metadata":null,"agent_runs":[]';

/** Complete turns, mostly sound. Their deltas and content have forms that the fast path handles, almost handles or must reject. */
const turnText = fc
  .record({
    deltas: fc.array(delta, { maxLength: 12 }),
    content: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 2, arbitrary: fc.nat({ max: contentForms.length - 1 }) },
    ),
    style: fc.nat({ max: 3 }),
    name: fc.constantFrom(
      'event: message.completed\n',
      'event: message.completed\n',
      'event: message.cancelled\n',
      '',
    ),
    tail: fc.constantFrom(
      '',
      '',
      '',
      ': note\n\n',
      'event: ping\ndata: {"ts":1772438400.5}\n\n',
      'data: x\n\n',
      'event: message.start\n\n',
    ),
  })
  .map(({ deltas, content, style, name, tail }) => {
    const folded = deltas.reduce((all, { text: next, replace }) => (replace ? next : all + next), '');
    const written = deltas.map(({ text: next, style: how, form, replace }) =>
      deltaForms[form]?.(jsonText(next, how), String(replace)),
    );
    const last = `${name}data: {${contentForms[content]?.(folded, style)},${REST}}\n\n`;
    return START + written.join('') + last + tail;
  });

/** Bytes of turns. Some have bytes changed, dropped or doubled. */
export const turnBytes = fc
  .tuple(
    fc.oneof(
      { weight: 5, arbitrary: turnText },
      { weight: 1, arbitrary: fc.constantFrom(...EXAMPLES.values()) },
    ),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 }), fc.nat({ max: 2 })), { maxLength: 3 }),
    fc.boolean(),
  )
  .map(([turn, changes, isChanged]) => {
    const bytes = [...Buffer.from(turn)];
    for (const [place, byte, how] of isChanged ? changes : []) {
      bytes.splice(place % bytes.length, how === 2 ? 0 : 1, ...(how === 1 ? [] : [byte]));
    }
    return Uint8Array.from(bytes);
  });
