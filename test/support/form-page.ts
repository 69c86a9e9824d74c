/** A browser as far as a page with one form needs one: its cookie, its ticket, and the form sent from where it was shown. */
import type { Answer, ServiceUnderTest } from './service.ts';

/** The `Host` that a browser on this machine sends. */
export const HOST = 'localhost:80';

/** The ticket in the form of a page; '' where there is none. */
export const ticketIn = (page: string): string => /name="ticket" value="([0-9a-f]{64})"/.exec(page)?.[1] ?? '';

/** @param url address of the page, as the API gives it */
export async function openFormPage({ api }: ServiceUnderTest, url: unknown) {
  const path = new URL(String(url)).pathname;
  const get = (headers = {}): Promise<Answer<string>> =>
    api<string>('GET', path, { key: null, headers: { host: HOST, ...headers } });
  const page = await get();
  const [cookie = ''] = (page.headers['set-cookie'] ?? '').split(';');
  const form = { cookie, origin: `http://${HOST}`, 'content-type': 'application/x-www-form-urlencoded' };
  const post = (fields: Readonly<Record<string, string>>, headers = {}): Promise<Answer<string>> =>
    api<string>('POST', path, {
      key: null,
      body: new URLSearchParams({ ticket: ticketIn(page.body), ...fields }).toString(),
      headers: { host: HOST, ...form, ...headers },
    });
  return { path, page, get, post };
}
