/** Names of settings. Which place gives a value: auth/settings.ts. */

/** Settings that a context can give. */
export const CONTEXT_SETTINGS = [
  'baseUrl',
  'mcpUrl',
  'profile',
  'timezone',
  'dateOrder',
  'output',
  'cacert',
  'headerPrefix',
  'legacyHeaderPrefix',
] as const;
export type ContextSetting = (typeof CONTEXT_SETTINGS)[number];

/** What a context is shown with. */
export const CONTEXT_FIELDS = ['name', ...CONTEXT_SETTINGS, 'dataDir'] as const;
