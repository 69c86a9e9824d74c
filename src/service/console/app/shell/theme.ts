/** Light or dark: as the system is, until somebody chooses. */
import { signal } from '@preact/signals';

export type Theme = 'light' | 'dark';

const KEY = 'svc-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

const storedTheme = (): Theme | undefined => {
  const text = localStorage.getItem(KEY);
  return text === 'light' || text === 'dark' ? text : undefined;
};

export const theme = signal<Theme>(storedTheme() ?? (system.matches ? 'dark' : 'light'));

const apply = (): void => {
  document.documentElement.dataset['theme'] = theme.value;
};

export function startTheme(): void {
  apply();
  system.addEventListener('change', () => {
    if (storedTheme() !== undefined) return;
    theme.value = system.matches ? 'dark' : 'light';
    apply();
  });
}

export function switchTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  localStorage.setItem(KEY, theme.value);
  apply();
}
