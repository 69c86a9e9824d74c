/** Names of settings. Which place gives a value: auth/settings.ts. */

/** Settings that a context can give. */
export const CONTEXT_SETTINGS = [
  'baseUrl',
  'mcpUrl',
  'profile',
  'timezone',
  'dateOrder',
  'output',
  'headerPrefix',
  'legacyHeaderPrefix',
] as const;
export type ContextSetting = (typeof CONTEXT_SETTINGS)[number];

/** How a date in figures is read: 06.12.2027 is in December by `dmy` and in June by `mdy`. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

export const isDateOrder = (text: string): text is DateOrder => (DATE_ORDERS as readonly string[]).includes(text);

/** What a context is shown with. */
export const CONTEXT_FIELDS = ['name', ...CONTEXT_SETTINGS, 'dataDir'] as const;
