/** The panels of the console, by the names that `svc local open` takes. */

export const CONSOLE_PANELS = [
  'home',
  'calendar',
  'posts',
  'networks',
  'inbox',
  'phone',
  'webhooks',
  'requests',
  'timeline',
  'faults',
  'ads',
  'analytics',
  'plan',
] as const;
export type ConsolePanel = (typeof CONSOLE_PANELS)[number];
