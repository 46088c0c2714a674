import { element } from './element.ts';

const CHOSEN = 'conversation-api-language';

/** `<code-tab data-label>`: adjacent blocks of code become tabs. All groups of a page show the same language. */
export function makeTabs(): void {
  for (const first of document.querySelectorAll<HTMLElement>('code-tab')) {
    if (first.previousElementSibling?.localName === 'code-tab') continue;
    makeGroup(groupOf(first));
  }
  choose(remembered() ?? 'curl');
}

function groupOf(first: HTMLElement): readonly HTMLElement[] {
  const group = [first];
  for (let next = first.nextElementSibling; next?.localName === 'code-tab'; next = next.nextElementSibling)
    group.push(next as HTMLElement);
  return group;
}

let made = 0;

function makeGroup(panels: readonly HTMLElement[]): void {
  made += 1;
  const group = made;
  const bar = element('div', { class: 'code-tabs', role: 'tablist', 'aria-label': 'Language' });
  for (const [index, panel] of panels.entries()) {
    const label = panel.dataset.label ?? '';
    panel.id = `sample-${group}-${index}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-label', label);
    const tab = element(
      'button',
      { type: 'button', role: 'tab', 'aria-controls': panel.id, 'data-label': label },
      label,
    );
    tab.addEventListener('click', () => choose(label));
    bar.append(tab);
  }
  bar.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const tabs = [...bar.querySelectorAll<HTMLButtonElement>('button')];
    const at = tabs.indexOf(document.activeElement as HTMLButtonElement);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    next?.focus();
    next?.click();
  });
  panels[0]?.before(bar);
}

function choose(label: string): void {
  for (const bar of document.querySelectorAll('.code-tabs')) {
    const tabs = [...bar.querySelectorAll<HTMLButtonElement>('button')];
    const chosen = tabs.find((tab) => tab.dataset.label === label) ?? tabs[0];
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
      if (panel) panel.hidden = !isChosen;
    }
    if (chosen) bringIntoSight(chosen, bar);
  }
  remember(label);
}

/** Scrolls the bar alone: `scrollIntoView` would scroll the page as well. */
function bringIntoSight(tab: Element, bar: Element): void {
  const [box, seen] = [tab.getBoundingClientRect(), bar.getBoundingClientRect()];
  if (box.left < seen.left || box.right > seen.right) bar.scrollLeft += box.left - seen.left;
}

/** A browser may refuse to store anything. The choice then lasts as long as the page. */
function remembered(): string | null {
  try {
    return localStorage.getItem(CHOSEN);
  } catch {
    return null;
  }
}

function remember(label: string): void {
  try {
    localStorage.setItem(CHOSEN, label);
  } catch {}
}
