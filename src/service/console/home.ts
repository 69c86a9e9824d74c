/** The page at `/` for a browser that was not let in: the addresses of the service, and how to open the console. */
import type { RawReply } from '../exchange/raw.ts';
import { LOGIN_PAGE } from '../areas/auth/paths.ts';
import { pageReply } from './frame.ts';
import { html } from '../exchange/html.ts';

/** @param origin under which the page was asked for @param apiRoot path below it */
export const homePage = (version: string, origin: string, apiRoot: string): RawReply =>
  pageReply({
    status: 200,
    title: 'On this machine',
    content: html`<h1>The API, on this machine</h1>
      <p class="lead">svc ${version} serves it here, offline, with simulated networks.</p>
      <dl>
        <dt>API</dt>
        <dd><code>${origin}${apiRoot}</code></dd>
        <dt>Control surface</dt>
        <dd><code>${origin}/_local</code></dd>
        <dt>Health</dt>
        <dd>
          <a href="/_local/health"><code>${origin}/_local/health</code></a>
        </dd>
        <dt>Login of a device</dt>
        <dd>
          <a href="${LOGIN_PAGE}"><code>${origin}${LOGIN_PAGE}</code></a>
        </dd>
      </dl>
      <p class="note">
        <code>svc local open</code> opens the console in your browser. <code>svc local status</code> prints the keys.
      </p>`,
  });
