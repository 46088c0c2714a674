import { expect, it } from 'vitest';
import { drawTurn } from '../../../scripts/portal/turn-picture.ts';

const event = (type: string, data: object) => `event: message.${type}\ndata: ${JSON.stringify(data)}\n\n`;

it('a picture of a turn has a row for the turn, each step, the question and the text, as long as their events', () => {
  const picture = drawTurn(
    [
      event('start', {}),
      event('step', { steps: [{ key: 'tool', label: 'Using <tool>' }] }),
      event('action_required', { kind: 'tool_approval' }),
      event('step', { steps: [{ key: 'tool', label: 'Using <tool>' }] }),
      event('delta', { text: 'Ticket ' }),
      event('delta', { text: '4410 is closed.' }),
      event('heartbeat', {}),
      event('completed', { steps: [{ key: 'tool', label: 'Using <tool>' }] }),
    ].join(''),
  );
  const texts = Array.from(picture.matchAll(/<text[^>]*>([^<]*)</g), ([, text]) => text);
  expect(texts).toEqual([
    'message.start … message.completed',
    'Using &lt;tool&gt;',
    'tool_approval: waits for your answer',
    '“Ticket …”',
  ]);
  const bars = Array.from(
    picture.matchAll(/<rect class="(\w+)" x="(\d+)" y="\d+" width="(\d+)"/g),
    ([, ...bar]) => bar,
  );
  expect(bars).toEqual([
    ['turn', '0', '480'],
    ['steps', '60', '180'],
    ['interactions', '120', '60'],
    ['text', '240', '120'],
  ]);
});
