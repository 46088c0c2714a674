/** The width from which the styles show all chapters, open or not. */
const WIDE = '(min-width: 50rem)';

/** Opens the chapters of a long page on wide screens, where the styles show all of them. Also opens the chapter that a link leads to. */
export function openChapters(): void {
  const chapters = document.querySelectorAll<HTMLDetailsElement>('details.chapter');
  if (chapters.length === 0) return;
  if (matchMedia(WIDE).matches) for (const chapter of chapters) chapter.open = true;
  const openTarget = () => {
    const target = document.querySelector(`:target`);
    const chapter = target?.closest<HTMLDetailsElement>('details.chapter');
    if (chapter) chapter.open = true;
  };
  addEventListener('hashchange', openTarget);
  openTarget();
}
