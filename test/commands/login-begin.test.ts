/** The beginning of `svc login`: what a service may begin it with, which page is opened, and the name of the device. */
import { describe, expect, test } from 'vitest';
import { openHome } from '../support/home.ts';
import { keyOf, loginApi, USER_CODE } from '../support/login-api.ts';
import { errorIn } from '../support/svc.ts';

const NEW = keyOf('b');

describe('what the service begins with', () => {
  // prettier-ignore
  test.each([
    [{ browserUrl: 'http://api.example/device' },           'neither https nor on this machine'],
    [{ browserUrl: 'javascript:alert(1)' },                 'neither https nor on this machine'],
    [{ browserUrl: 'https://user:pass@api.example/' },      'neither https nor on this machine'],
    [{ browserUrl: null },                                  'neither https nor on this machine'],
    [{ userCode: 'AB\u001b[2J' },                           'cannot be typed'],
    [{ userCode: 'A'.repeat(41) },                          'cannot be typed'],
    [{ deviceCode: 'has space in it' },                     'no device code'],
    [{ deviceCode: undefined },                             'no device code'],
  ])('%j is followed by nobody', async (begun, why) => {
    const api = await loginApi({ begun });
    const { run } = await openHome();
    const said = await run(['login', '--base-url', api.url]);
    expect(errorIn(said)).toMatchObject({ code: 'bad_answer', message: expect.stringContaining(why) as string });
    expect(api.polls()).toBe(0);
    expect(said.stdout + said.stderr).not.toContain('\u001b');
  });

  test('a service without device logins says what else there is', async () => {
    const api = await loginApi({ special: () => ({ status: 404, body: { error: 'x' } }) });
    const { run } = await openHome();
    expect(errorIn(await run(['login', '--base-url', api.url]))).toMatchObject({
      code: 'bad_answer',
      hint: expect.stringContaining('--with-token') as string,
    });
  });

  // prettier-ignore
  test.each([
    [{ headers: { 'content-type': 'text/html' }, body: '<html>' },         /^The response from .+ is a web page\.$/],
    [{ status: 301, headers: { location: 'https://elsewhere.example/' } }, /redirect/],
  ])('what is no API is told as what it is: %j', async (answer, words) => {
    const api = await loginApi({ special: () => answer });
    const { run } = await openHome();
    expect(String(errorIn(await run(['login', '--base-url', api.url]))['message'])).toMatch(words);
  });

  test('a service that is not there is exit 13', async () => {
    const { run } = await openHome();
    expect((await run(['login', '--base-url', 'http://127.0.0.1:9'])).code).toBe(13);
  });
});

describe('the browser', () => {
  const opening = (usable: boolean) => {
    const opened: string[] = [];
    return { opened, browser: { usable, open: async (url: string) => opened.push(url) > 0 } };
  };

  test('ASM-01 is opened on the address where one is of use', async () => {
    const api = await loginApi({ polls: [{ key: NEW }] });
    const { run } = await openHome();
    const { opened, browser } = opening(true);
    await run(['login', '--base-url', api.url], { doors: { browser } });
    expect(opened).toEqual([`${api.url}/device?code=${USER_CODE}`]);
  });

  test.each([
    [['--no-browser'], true],
    [[], false],
  ])('is left alone with %j where it is usable: %s', async (words, usable) => {
    const api = await loginApi({ polls: [{ key: NEW }] });
    const { run } = await openHome();
    const { opened, browser } = opening(usable);
    expect((await run(['login', '--base-url', api.url, ...words], { doors: { browser } })).code).toBe(0);
    expect(opened).toEqual([]);
  });

  // prettier-ignore
  test.each([
    ['https://login.elsewhere.example/device'],
    ['https://127.0.0.1.example/device'],
  ])('is not opened on the page of somebody else, %s, and that is said', async (browserUrl) => {
    const api = await loginApi({ polls: [{ key: NEW }], begun: { browserUrl } });
    const { run } = await openHome();
    const { opened, browser } = opening(true);
    const { host } = new URL(browserUrl);
    const words = `The page is at ${host}, but the service is ${new URL(api.url).host}: open it only if you expected that.`;
    const said = await run(['login', '--base-url', api.url], { doors: { browser } });
    expect([said.code, said.stderr.includes(words), opened]).toEqual([0, true, []]);
    expect((await run(['login', '--base-url', api.url, '--start'])).stderr).toContain(words);
  });

  test('--qr draws the address, and says when the terminal is too narrow for it', async () => {
    const api = await loginApi({ polls: [{ key: NEW }] });
    const { run } = await openHome();
    const argv = ['login', '--base-url', api.url, '--qr', '-o', 'json'];
    expect((await run(argv, { terminal: 100, env: { NO_COLOR: '1' } })).stderr).toMatch(/█▀*.*\n(.*█.*\n){12}/);
    expect((await run(argv, { terminal: 20 })).stderr).toMatch(/The terminal needs \d+ columns for the QR code\./);
  });
});

describe('the device', () => {
  test('ASM-04 has the name of the machine unless it is told another', async () => {
    const api = await loginApi({ polls: [{ key: NEW }] });
    const { run } = await openHome();
    await run(['login', '--base-url', api.url]);
    expect(api.asked[0]?.body.toString()).toBe('{"deviceName":"desk"}');
  });

  test.each([{ isContainer: true }, { isCi: true }])('must be named where %j', async (machine) => {
    const api = await loginApi({ polls: [{ key: NEW }] });
    const { run } = await openHome();
    const said = await run(['login', '--base-url', api.url], { machine });
    expect(errorIn(said)).toMatchObject({ exit: 2, param: '--device-name' });
    expect(api.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect((await run(['login', '--base-url', api.url, '--device-name', 'runner-7'], { machine })).code).toBe(0);
  });

  test('is asked for only when the service answers: an address without one is reported first', async () => {
    const { run } = await openHome();
    const said = await run(['login', '--base-url', 'http://127.0.0.1:9'], { machine: { isContainer: true } });
    expect(errorIn(said)).toMatchObject({ code: 'network', exit: 13 });
  });

  test.each(['', ' ', 'a\nb', 'x'.repeat(101), 'a\u202eb'])('cannot be called %j', async (name) => {
    const { run } = await openHome();
    expect((await run(['login', '--base-url', 'http://127.0.0.1:9', '--device-name', name])).code).toBe(2);
  });
});
