/** The keys of the page, and a window that shows them. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ConsolePanel } from '../../../../kernel/console.ts';
import { goTo } from '../data/route.ts';
import { PANELS } from '../panels.ts';
import { Dialog } from '../parts/dialog.tsx';
import { isSearching } from './search.tsx';
import { switchTheme } from './theme.ts';

const isShown = signal(false);

/** Pressed after `g`. */
const PLACES: Readonly<Record<string, ConsolePanel>> = {
  h: 'home',
  c: 'calendar',
  p: 'posts',
  i: 'inbox',
  t: 'phone',
  a: 'ads',
  s: 'analytics',
  w: 'webhooks',
  r: 'requests',
  n: 'networks',
  d: 'timeline',
  f: 'faults',
  l: 'plan',
};

/** How long `g` waits for the next key. */
const WAIT_MS = 1_500;

export function Keys() {
  useEffect(() => {
    let wentAt = -WAIT_MS;
    const press = (event: KeyboardEvent): void => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        document.querySelector('dialog[open]') !== null
      )
        return;
      const place = performance.now() - wentAt < WAIT_MS ? PLACES[event.key] : undefined;
      wentAt = -WAIT_MS;
      if (place !== undefined) goTo(place);
      else if (event.key === 'g') wentAt = performance.now();
      else if (event.key === '/') isSearching.value = true;
      else if (event.key === '?') isShown.value = true;
      else if (event.key === 'm') switchTheme();
      else if (event.key === 'c') goTo('posts', 'new');
      else if (event.key === 'j' || event.key === 'k') stepInList(event.key === 'j' ? 1 : -1);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  if (!isShown.value) return null;
  return (
    <Dialog title="Keys" onClose={() => (isShown.value = false)}>
      <table class="plain">
        <tbody>
          <Row keys={['/']} text="Search everything" />
          <Row keys={['?']} text="Show these keys" />
          <Row keys={['c']} text="Compose a post" />
          <Row keys={['j']} text="Next line of a list" />
          <Row keys={['k']} text="Line before it" />
          <Row
            keys={['Shift', '→']}
            text="Move a post on the calendar by a day; ↑ and ↓ by a week, Page keys by an hour"
          />
          <Row keys={['Esc']} text="Close a window" />
          <Row keys={['m']} text="Switch between light and dark" />
          {Object.entries(PLACES).map(([key, panel]) => (
            <Row key={key} keys={['g', key]} text={`Go to ${PANELS[panel].title}`} />
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

const Row = ({ keys, text }: { keys: readonly string[]; text: string }) => (
  <tr>
    <td>
      {keys.map((one) => (
        <>
          <kbd>{one}</kbd>{' '}
        </>
      ))}
    </td>
    <td>{text}</td>
  </tr>
);

/** Moves the focus among the lines of the list that has it, or to the first line. */
function stepInList(step: 1 | -1): void {
  const lines = [...document.querySelectorAll<HTMLElement>('main .split a.item, main .split button.item')];
  const at = lines.findIndex((one) => one === document.activeElement);
  lines[at === -1 ? 0 : Math.min(Math.max(at + step, 0), lines.length - 1)]?.focus();
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
