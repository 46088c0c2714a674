import { element } from '../element.ts';
import { ACCEPT, choicesOf, type Interaction } from './choices.ts';

/** Sends the answer of the reader. @returns what the server said to it, for people */
export type SendAnswer = (kind: string, body: object) => Promise<string>;

/** A form that answers an interaction. Undefined if the data is no interaction. */
export function interactionPanel(data: string, send: SendAnswer): HTMLElement | undefined {
  const interaction = read(data);
  if (!interaction) return undefined;
  const { kind, actionId, payload } = interaction;
  const said = element('p', { role: 'status' });
  const panel = element(
    'section',
    { class: 'interaction', 'aria-label': `The turn asks: ${kind}` },
    element('strong', {}, `The turn asks: ${kind}`),
    element('pre', { tabindex: '0' }, JSON.stringify(payload, null, 2).slice(0, 5000)),
  );
  const content = element('textarea', {
    rows: '4',
    spellcheck: 'false',
    'aria-label': 'The answer, as JSON',
  });
  if (kind === 'elicitation') {
    content.value = JSON.stringify(blankAnswer(payload), null, 2);
    panel.append(content);
  }
  for (const { label, body } of choicesOf(interaction)) {
    const button = element('button', { type: 'button' }, label);
    button.addEventListener('click', async () => {
      try {
        said.textContent = 'Sending…';
        const answer = label === ACCEPT ? { ...body, content: JSON.parse(content.value) } : body;
        said.textContent = await send(kind, { action_id: actionId, ...answer });
      } catch (error) {
        said.textContent = `Not sent: ${(error as Error).message}`;
      }
    });
    panel.append(button);
  }
  panel.append(said);
  return panel;
}

/** The members that a question asks for, without values. */
function blankAnswer({ requested_schema: schema }: Interaction['payload']): object {
  const { properties } = (schema ?? {}) as { readonly properties?: object };
  return Object.fromEntries(Object.keys(properties ?? {}).map((name) => [name, '']));
}

function read(data: string): Interaction | undefined {
  try {
    const { kind, action_id: actionId, payload } = JSON.parse(data);
    const isSound =
      typeof kind === 'string' &&
      typeof actionId === 'string' &&
      typeof payload === 'object' &&
      payload !== null;
    return isSound ? { kind, actionId, payload } : undefined;
  } catch {
    return undefined;
  }
}
