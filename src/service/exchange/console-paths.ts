/** Addresses of the console. Hung in by console/app-route.ts. */

/** Where the one-time word is handed in. */
export const ENTER = '/open/:word';

/** Files of the browser program. */
export const ASSETS = '/assets/:file';

export const enterPath = (word: string, panel?: string): string =>
  `${ENTER.replace(':word', word)}${panel === undefined ? '' : `?panel=${panel}`}`;

export const assetPath = (file: string): string => ASSETS.replace(':file', file);
