/** What the charts take of their library: a file of its own in the browser, loaded by panel.tsx. */
export { default as Plot } from 'uplot';
