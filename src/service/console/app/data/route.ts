/** Where one is: `#/PANEL/ID`. */
import { signal } from '@preact/signals';
import { CONSOLE_PANELS, type ConsolePanel } from '../../../../kernel/console.ts';

export interface Route {
  readonly panel: ConsolePanel;
  /** What of the panel is open. */
  readonly id?: string;
}

const routeIn = (hash: string): Route => {
  const [, name = '', id] = hash.replace(/^#/, '').split('/');
  const panel = CONSOLE_PANELS.find((one) => one === name) ?? 'home';
  return id === undefined || id === '' ? { panel } : { panel, id: decodeURIComponent(id) };
};

export const route = signal<Route>(routeIn(location.hash));

export const hrefOf = (panel: ConsolePanel, id?: string): string =>
  `#/${panel}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;

export function goTo(panel: ConsolePanel, id?: string): void {
  location.hash = hrefOf(panel, id);
}

export function followHash(): void {
  addEventListener('hashchange', () => {
    route.value = routeIn(location.hash);
  });
}
