/** The page at `/`: names the service and its addresses. The console will stand here. */
import type { RawReply, RawRoute } from './raw.ts';

export const homeRoute = (version: string): RawRoute => ({
  method: 'GET',
  path: '/',
  handle: async ({ origin }) => page(version, origin),
});

const page = (version: string, origin: string): RawReply => ({
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
  },
  body: `<!doctype html>
<html lang="en">
<title>Service API on this machine</title>
<style>body{font:16px/1.5 system-ui;margin:3rem auto;max-width:40rem}code{background:#eee;padding:.1em .3em}</style>
<h1>Service API on this machine</h1>
<p>svc ${text(version)} serves the API here, offline, with simulated networks.</p>
<ul>
<li>API: <code>${text(origin)}/v1</code></li>
<li>Control surface: <code>${text(origin)}/_local</code></li>
<li>Health: <a href="/_local/health"><code>/_local/health</code></a></li>
</ul>
<p><code>svc local status</code> prints the keys.</p>
</html>
`,
});

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const text = (raw: string): string => raw.replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);
