/** The console's document, its files, and the address that lets a browser in. Next stop: app/main.tsx, which runs in the browser. */
import { CONSOLE_PANELS, type ConsolePanel } from '../../kernel/console.ts';
import { instantOf } from '../../kernel/instant.ts';
import { assetPath } from '../exchange/console-paths.ts';
import type { ServiceClock } from '../clock.ts';
import { html } from '../exchange/html.ts';
import type { RawReply, RawRequest } from '../exchange/raw.ts';
import type { Parts } from '../parts.ts';
import { ICON, messagePage, redirectTo, SHUT_HEADERS } from './frame.ts';
import { homePage } from './home.ts';

/** What build/console.ts wrote beside the files. */
interface Manifest {
  readonly script: string;
  readonly style: string;
}

const MANIFEST = 'manifest.json';

/** Files from here, calls to here, and nothing else; pictures of posts may lie in the page itself. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The console for a browser that was let in; for others, how to get in. */
export async function openPage(request: RawRequest, parts: Parts, apiRoot: string): Promise<RawReply> {
  if (!parts.sessions.isOpen(request.headers)) return homePage(parts.doors.version, request.origin, apiRoot);
  const manifest = await parts.doors.asset(MANIFEST);
  if (manifest === undefined)
    return messagePage(
      500,
      'The console is not built',
      html`<p>Run <code>npm run build</code> in the source folder.</p>`,
    );
  return {
    status: 200,
    headers: { ...SHUT_HEADERS, 'Content-Security-Policy': POLICY },
    body: documentOf(JSON.parse(manifest) as Manifest, parts.clock),
  };
}

/** With the clock in it, so that the page need not ask before it shows a time. */
const documentOf = ({ script, style }: Manifest, clock: ServiceClock): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>Console · svc</title>
        <link rel="icon" href="${ICON}" />
        <link rel="stylesheet" href="${assetPath(style)}" />
        <script type="module" src="${assetPath(script)}"></script>
      </head>
      <body>
        <div id="app" data-mode="${clock.mode}" data-now="${instantOf(clock.now())}"></div>
        <noscript>The console needs JavaScript.</noscript>
      </body>
    </html> `.markup;

/** Takes the one-time word of the address and leads on without it. */
export async function enter({ params, query }: RawRequest, { sessions }: Parts): Promise<RawReply> {
  const cookie = sessions.redeem(params['word'] ?? '');
  if (cookie === undefined)
    return messagePage(
      403,
      'This link is used or too old',
      html`<p>A link to the console works once, within a minute.</p>
        <p><code>svc local open</code> makes a new one.</p>`,
    );
  const panel = CONSOLE_PANELS.find((one) => one === query['panel']) ?? HOME;
  return redirectTo(`/#/${panel}`, { 'Set-Cookie': cookie });
}

const HOME: ConsolePanel = 'home';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Names carry a hash of the content, so a file never changes. */
const FILE = /^[A-Za-z0-9_-]+-[A-Z0-9]{8}\.(js|css)$/;

export async function assetReply({ params }: RawRequest, { doors }: Parts): Promise<RawReply> {
  const [file, extension = ''] = FILE.exec(params['file'] ?? '') ?? [];
  const text = file === undefined ? undefined : await doors.asset(file);
  if (text === undefined)
    return messagePage(404, 'There is no such file', html`<p>Reload the console: svc was updated.</p>`);
  return {
    status: 200,
    headers: {
      'Content-Type': TYPES[extension] ?? '',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
    body: text,
  };
}
