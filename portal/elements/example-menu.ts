import { element } from './element.ts';

/** `<example-menu>`: shows one of its examples at a time, chosen from a menu. Without scripts, they are folded one below another. */
export class ExampleMenu extends HTMLElement {
  connectedCallback(): void {
    const examples = [...this.querySelectorAll<HTMLDetailsElement>(':scope > details')];
    const menu = element(
      'select',
      { 'aria-label': 'Response' },
      ...examples.map((each) => element('option', {}, each.querySelector('summary')?.textContent ?? '')),
    );
    const show = () => {
      for (const [index, each] of examples.entries()) {
        each.hidden = index !== menu.selectedIndex;
        each.open = !each.hidden;
      }
    };
    menu.addEventListener('change', show);
    this.prepend(menu);
    show();
  }
}
