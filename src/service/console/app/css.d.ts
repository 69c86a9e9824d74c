/** Sheets are bundled; see build/console.ts. */
declare module '*.css';
