import { element } from '../element.ts';
import { LANGUAGES } from './languages.ts';
import type { SampleRequest } from './request.ts';

/** Rewrites the samples of the page. They lose their colours, which only the build can give them. */
export function showSamples(request: SampleRequest): void {
  for (const { label, write } of LANGUAGES) {
    const tab = document.querySelector(`.operation-panel code-tab[data-label="${label}"]`);
    const text = write(request);
    tab
      ?.querySelector('code')
      ?.replaceChildren(
        ...text
          .split('\n')
          .map((line) =>
            element('div', { class: 'ec-line' }, element('div', { class: 'code' }, `${line}\n`)),
          ),
      );
    // Where the copy button takes its text from, with this character between the lines.
    tab?.querySelector('.copy button')?.setAttribute('data-code', text.replaceAll('\n', '\u007f'));
  }
}
