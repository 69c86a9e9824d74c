/** What the calendar library draws and a screen reader could not use: roles of a table without its rows. And the service's today, which it does not know. */
import { now } from '../../data/clock.ts';

const TABLE_ROLES = ['table', 'rowgroup', 'row', 'cell', 'columnheader', 'rowheader'];

/** Of a cell in such a table. */
const PLACES = ['aria-colindex', 'aria-rowindex', 'aria-colcount', 'aria-rowcount'];

const SELECTOR = TABLE_ROLES.map((role) => `[role=${role}]`).join(',');

/** Corrects what is drawn now and later. @returns ends it */
export function correctAsDrawn(root: HTMLElement): () => void {
  const correct = (): void => {
    for (const element of root.querySelectorAll(SELECTOR))
      for (const name of ['role', ...PLACES]) element.removeAttribute(name);
    const today = new Date(now.value).toLocaleDateString('sv');
    for (const day of root.querySelectorAll('.ec-day')) {
      const isToday = day.querySelector('.ec-day-head time')?.getAttribute('datetime') === today;
      day.classList.toggle('svc-today', isToday);
    }
  };
  correct();
  const watch = new MutationObserver(correct);
  watch.observe(root, { childList: true, subtree: true });
  return () => watch.disconnect();
}
