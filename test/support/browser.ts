/** A real Chromium from npm, for tests of pages. It is unpacked into a temporary folder and removed with it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

export interface TestBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Kept apart from the machine's sandbox, which containers do not offer; nothing of the web's own protection is off. */
const ARGS = [
  '--no-sandbox',
  '--no-zygote',
  '--in-process-gpu',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
];

export async function openBrowser(): Promise<TestBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-browser-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const executablePath = await unpacked(folder);
    await writeFile(join(folder, 'fonts.conf'), fontsOf(folder));
    // The libraries and fonts that came along, so that no machine has to have them.
    const env = {
      HOME: folder,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    };
    const launch = () => chromium.launch({ executablePath, args: ARGS, env, headless: true });
    // Chromium without its zygote now and then falls over before it has drawn anything.
    const browser = await launch().catch(launch);
    return { browser, close: async () => void (await browser.close().finally(remove)) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The machine's fonts, and behind them the one of the package: without any font the browser falls over. */
const fontsOf = (folder: string): string => `<?xml version="1.0"?>
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/conf.d</include>
  <dir>/usr/share/fonts</dir>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`;

/** The package unpacks where temporary files go, and its libraries only where it believes to be on the machine they are made for. */
async function unpacked(folder: string): Promise<string> {
  const wanted: Readonly<Record<string, string>> = { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  const before = { ...process.env };
  Object.assign(process.env, wanted);
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    return await packed.executablePath();
  } finally {
    for (const name of Object.keys(process.env))
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, before);
  }
}
