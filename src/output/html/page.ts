/** One self-contained file for a browser: its style inside, no script, nothing from elsewhere. What it is given as text stays text. Pure. */
import { escapedHtml } from '../../kernel/html.ts';

export interface Page {
  readonly title: string;
  /** A line under the title, such as the span of time. */
  readonly subtitle: string;
  /** HTML made here. */
  readonly body: string;
  /** What is written at the end, such as when the page was made. */
  readonly foot: string;
  /** How a sheet of paper lies. */
  readonly paper: 'portrait' | 'landscape';
}

export function pageText({ title, subtitle, body, foot, paper }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>@page { size: A4 ${paper}; margin: 12mm }
${STYLE}</style>
</head>
<body>
<header><h1>${escaped(title)}</h1><p>${escaped(subtitle)}</p></header>
<main>
${body}
</main>
<footer>${escaped(foot)}</footer>
</body>
</html>
`;
}

/** Signs that would steer the page, or turn the direction of its text, as harmless ones. */
export const escaped = (text: string): string =>
  escapedHtml(text)
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');

/** A link, where the address is one of the web; else the words alone. */
export const link = (address: string, words: string): string =>
  /^https?:\/\//i.test(address)
    ? `<a href="${escaped(address)}" rel="noopener noreferrer">${escaped(words)}</a>`
    : escaped(words);

const STYLE = `:root { --ink: #1b1f24; --soft: #59636e; --line: #d8dee4; --fill: #f6f8fa; --blue: #1f5fbf }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 70rem; padding: 2rem 1.5rem; color: var(--ink); background: #fff;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", sans-serif; print-color-adjust: exact; -webkit-print-color-adjust: exact }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2 }
h2 { margin: 2rem 0 .75rem; font-size: 1.1rem }
header p, footer, .soft { color: var(--soft) }
header p { margin: .25rem 0 1.5rem }
footer { margin-top: 2rem; font-size: .8rem }
a { color: var(--blue) }
svg { display: block; width: 100%; height: auto }
svg text { font: 12px system-ui, sans-serif; fill: #59636e }
section { break-inside: avoid }
.tiles { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: .75rem; margin: 0; padding: 0; list-style: none }
.tiles li { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--fill) }
.tiles b { display: block; font-size: 1.4rem; line-height: 1.2 }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 0 2rem }
table { width: 100%; border-collapse: collapse }
th { text-align: left; font-size: .8rem; color: var(--soft); font-weight: 600 }
td, th { padding: .4rem .6rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
tr { break-inside: avoid }
.figure { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
.thumb { width: 3rem; height: 3rem; object-fit: cover; border-radius: .25rem; display: block }
.text { overflow-wrap: anywhere }
table.month { table-layout: fixed }
.month th { padding: .25rem .4rem }
.month td { height: 6.5rem; padding: .3rem .4rem; border: 1px solid var(--line) }
.month .other { background: var(--fill) }
.month .today .day { background: var(--blue); color: #fff; border-radius: 1rem; padding: 0 .45rem }
.day { font-weight: 600; font-size: .8rem }
.post { margin: .3rem 0 0; padding: .25rem .35rem; border-left: 3px solid #8a939c; background: var(--fill); border-radius: 0 .25rem .25rem 0; font-size: .75rem; line-height: 1.35; overflow-wrap: anywhere; break-inside: avoid }
.post .thumb { width: 100%; height: 3.5rem; margin-top: .2rem }
.post.good { border-color: #1a7f37 } .post.bad { border-color: #cf222e } .post.waiting { border-color: #1f5fbf }
@media (max-width: 40rem) { body { padding: 1rem } .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)) } .posts thead { display: none } .posts tr { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); padding: .5rem 0; border-bottom: 1px solid var(--line) } .posts td { padding: 0; border: 0; text-align: left } .posts td:not(.figure) { grid-column: 1 / -1 } .posts .figure::before { content: attr(data-name); display: block; font-size: .75rem; color: var(--soft) } .month, .month tbody, .month tr, .month td { display: block; height: auto } .month thead, .month .empty { display: none } }
@media print { body { max-width: none; padding: 0; font-size: 12px } a { color: inherit; text-decoration: none } .month td { height: 4.6rem } }`;
