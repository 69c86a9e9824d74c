import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';

test('the page at / names the addresses of the service, as text, and loads nothing', async () => {
  const { api } = await startService();
  const page = async (host: string) => api<string>('GET', '/', { key: null, headers: { host } });
  const { status, body, headers } = await page('127.0.0.1:4010');
  expect(status).toBe(200);
  for (const word of ['http://127.0.0.1:4010/v1', '/_local/health', 'href="/device"', '0.0.0-test'])
    expect(body).toContain(word);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect((await page('"><script>x</script>')).body).not.toContain('<script>x');
});
