/** A real Chromium from npm, for tests of pages. It is unpacked into a temporary folder and removed with it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

export interface TestBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Kept apart from the machine's sandbox, which containers do not offer; nothing of the web's own protection is off. */
const ARGS = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'];

export async function openBrowser(): Promise<TestBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-browser-'));
  const before = process.env['TMPDIR'];
  // The package unpacks where temporary files go, and keeps what it finds there.
  process.env['TMPDIR'] = folder;
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    const executablePath = await packed.executablePath();
    const browser = await chromium.launch({ executablePath, args: ARGS, headless: true });
    return {
      browser,
      close: async () => {
        await browser.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
