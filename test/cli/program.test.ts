import { describe, expect, test } from 'vitest';
import { commandSuggestion } from '../../src/cli/suggestion.ts';
import { branchesUnder, leavesUnder, treeOf } from '../../src/cli/tree.ts';
import { families, handMade, headings, ownBranches } from '../../src/commands/table.ts';
import { catalog } from '../client/cards.ts';
import { errorIn, svc } from '../support/svc.ts';

const tree = treeOf(catalog.index(), { handMade, families, ownBranches, headings });

describe('svc alone, and nouns alone', () => {
  test('svc prints its help on standard output and exits 0', async () => {
    const { code, stdout, stderr } = await svc([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: svc <command> \[flags\]\n/);
    expect(stdout).toMatch(/\n {2}Publishing +(?:\w+, )*media, /);
    expect(stdout.indexOf('  Publishing')).toBeLessThan(stdout.indexOf('  Accounts'));
    expect(stdout.split('\n').length).toBeLessThan(35);
  });

  test('every top noun is in the help of svc, once', async () => {
    const { stdout } = await svc(['--help']);
    const whole = (await svc(['--help', '--all'])).stdout;
    const listed = stdout.slice(stdout.indexOf('Commands:')).split(/[\s,]+/);
    for (const { name } of branchesUnder(tree, '')) {
      expect(listed.filter((word) => word === name).length, name).toBeGreaterThan(0);
      expect(whole.match(new RegExp(`^ {2}${name} `, 'gm')), name).toHaveLength(1);
    }
    expect(await svc(['help', '--all'])).toEqual(await svc(['--help', '--all']));
  });

  test('a noun prints its commands with their summaries', async () => {
    const { code, stdout } = await svc(['posts']);
    expect(code).toBe(0);
    for (const leaf of leavesUnder(tree, 'posts'))
      expect(stdout).toMatch(new RegExp(`^ {2}${leaf.path.split(' ')[1]} `, 'm'));
    expect(stdout).not.toMatch(/^ {2}help /m);
  });

  test('nouns under a noun have headings only where these tell them apart', async () => {
    const inbox = (await svc(['inbox', '--help'])).stdout;
    expect(inbox.match(/^\w+:$/gm)).toEqual(['Engagement:', 'Messages:', 'Commands:']);
    const workflows = (await svc(['workflows', '--help'])).stdout;
    expect(workflows.match(/^\w+:$/gm)).toEqual(['Commands:']);
    expect(workflows).toMatch(/^ {2}versions +Earlier/m);
  });

  test('a noun of hand-made commands reads their summaries from the commands', async () => {
    const { stdout } = await svc(['local', '--help']);
    expect(stdout).toMatch(/^ {2}start +Start /m);
    expect(stdout).toMatch(/^ {2}clock +\S/m);
  });

  test('no line of help is longer than the terminal is wide', async () => {
    for (const terminal of [60, 80, 140]) {
      for (const words of [
        ['--help'],
        ['--help', '--all'],
        ['posts'],
        ['posts', 'create', '--help'],
        ['posts', 'create', '--help', '--all'],
        ['webhooks', '--help'],
      ]) {
        const { stdout } = await svc(words, { terminal, env: { NO_COLOR: '1' } });
        const long = stdout
          .split('\n')
          .filter((line) => line.length > terminal && !/^\s+--?\w[^ ]*( <[^>]*>)?$/.test(line));
        expect(long, `${words.join(' ')} at ${terminal}`).toEqual([]);
      }
    }
  });
});

describe('the help of a command', () => {
  test('is one screen with examples before flags, and the flags of every command in one line', async () => {
    const { code, stdout } = await svc(['posts', 'create', '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: svc posts create \[text\] \[flags\]\n/);
    expect(stdout.indexOf('\nExamples:')).toBeLessThan(stdout.indexOf('\nArguments and flags:'));
    expect(stdout).toMatch(/\nGlobal flags: --output, .*, …\n/);
    expect(stdout).toMatch(/`--help --all` adds details, \d+ more flags, all examples and exit codes\.\n$/);
  });

  test('has more than 20 lines only where more flags are required', async () => {
    for (const leaf of tree.leaves.values()) {
      const { stdout } = await svc([...leaf.path.split(' '), '--help']);
      const lines = stdout.trimEnd().split('\n');
      const required = lines.filter((line) => line.includes('(required')).length;
      expect(lines.length, leaf.path).toBeLessThanOrEqual(20 + required);
    }
  });

  test('cuts no text off, in the middle of a sentence or elsewhere', async () => {
    for (const leaf of tree.leaves.values()) {
      const { stdout } = await svc([...leaf.path.split(' '), '--help']);
      const cut = stdout.split('\n').filter((line) => line.includes(' …') && !line.startsWith('Global flags: '));
      expect(cut, leaf.path).toEqual([]);
    }
  });

  test.each([
    ['posts import', '`content` or `media`, optionally `to`, `at` and others'],
    ['contacts import', '`name` is required'],
  ])('%s names the columns of its file on the first page', async (path, words) => {
    const { stdout } = await svc([...path.split(' '), '--help']);
    expect(stdout.replace(/\s+/g, ' ')).toContain(words);
    expect(stdout).toContain('`--help --all` adds details, ');
  });

  test('with --all has usage, examples, common flags first, choices, defaults and exit codes', async () => {
    const { code, stdout } = await svc(['posts', 'list', '--help', '--all']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: svc posts list \[flags\]\n/);
    const order = ['Examples:', 'Common flags:', '\nFlags:', 'Flags of every command:', 'Exit codes:'];
    const places = order.map((title) => stdout.indexOf(title));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(/--status <word> .*one of draft, scheduled, publishing, published/);
    expect(stdout).toMatch(/--limit <n>/);
    expect(stdout).toMatch(/ 2 {2}usage/);
  });

  test('shows --[no-] only where false says something else than leaving the flag out', async () => {
    const whole = async (path: string) => (await svc([...path.split(' '), '--help', '--all'])).stdout;
    expect(await whole('posts create')).toMatch(/ --now /);
    expect(await whole('posts create')).toContain('--[no-]crossposting-enabled');
    expect(await whole('webhooks update')).toContain('--[no-]is-active');
    expect(await whole('webhooks listen')).not.toContain('--[no-]');
  });

  test('shows arguments in the usage line', async () => {
    expect((await svc(['posts', 'get', '-h'])).stdout).toMatch(/^Usage: svc posts get <post-id> \[flags\]\n/);
  });

  test('`help a b` is `a b --help`', async () => {
    expect(await svc(['help', 'posts', 'get'])).toEqual(await svc(['posts', 'get', '--help']));
    expect(await svc(['help'])).toEqual(await svc(['--help']));
  });

  test.each([
    [['foo', '--help'], 'There is no command `svc foo`.', '`svc --help` lists the commands.'],
    [
      ['local', 'clock', 'freeze'],
      'There is no command `svc local clock freeze`.',
      'Did you mean `svc local clock set`?',
    ],
    [
      ['local', 'clock', 'skip'],
      'There is no command `svc local clock skip`.',
      'Did you mean `svc local clock advance`?',
    ],
    [['help', 'pots'], 'There is no command `svc pots`.', 'Did you mean `svc posts`?'],
    [['help', 'posts', 'lst'], 'There is no command `svc posts lst`.', 'Did you mean `svc posts list`?'],
    [['local', 'clock', 'foo', '-h'], 'There is no command `svc local clock foo`.', 'svc local clock --help'],
    [['help', 'enviroment'], 'There is no command `svc enviroment`.', 'Did you mean `svc help environment`?'],
  ])('%j has none, and says so', async (argv, message, hint) => {
    const said = await svc(argv);
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(errorIn(said)).toMatchObject({ code: 'usage', message, hint: expect.stringContaining(hint) as string });
  });

  test('is found through an alias, and with spare words behind a command', async () => {
    for (const words of [
      ['posts', 'ls', '--help'],
      ['help', 'posts', 'list', 'more'],
      ['api', 'GET', '--help'],
    ])
      expect((await svc(words)).code, words.join(' ')).toBe(0);
  });

  test('every command has help, and every example of its begins with its own words', async () => {
    for (const leaf of tree.leaves.values()) {
      const { code, stdout } = await svc([...leaf.path.split(' '), '--help']);
      expect(code, leaf.path).toBe(0);
      const examples = /\nExamples:\n([\s\S]*?)\n\n/.exec(stdout)?.[1]?.split('\n') ?? [];
      for (const example of examples.filter((line) => !line.startsWith('      ')))
        expect(example.trim(), leaf.path).toContain(`svc ${leaf.path}`);
    }
  });

  test('is in colour on a terminal only', async () => {
    const escape = String.fromCharCode(27);
    expect((await svc(['posts', 'get', '-h'], { terminal: 80 })).stdout).toContain(`${escape}[1m`);
    expect((await svc(['posts', 'get', '-h'], { terminal: 80, env: { NO_COLOR: '1' } })).stdout).not.toContain(escape);
    expect((await svc(['posts', 'get', '-h'])).stdout).not.toContain(escape);
  });
});

test.each([['--version'], ['-V']])('svc %s prints the version', async (flag) => {
  const { code, stdout } = await svc([flag]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

describe('GEN-13 what nobody knows is refused with the nearest word, exit 2, and nothing on standard output', () => {
  test.each([
    [['pots'], 'There is no command `svc pots`.', 'svc posts'],
    [['pots', 'list'], 'There is no command `svc pots`.', 'svc posts list'],
    [['posts', 'crate'], 'There is no command `svc posts crate`.', 'svc posts create'],
    [['post', 'get', '65a1b2c3d4e5f60718293a4b'], 'There is no command `svc post`.', 'svc posts get'],
    [['create', 'post'], 'There is no command `svc create`.', 'svc posts create'],
    [['queue', 'slot', 'list'], 'There is no command `svc queue slot`.', 'svc queue slots list'],
    [['xyzzy'], 'There is no command `svc xyzzy`.', 'svc --help'],
    [
      ['discord', 'channels', 'list', '--account-id', 'x'],
      "Unknown option '--account-id'.",
      'It is an argument: `svc discord channels list <account-id>`.',
    ],
    [['posts', 'list', '--statsu', 'x'], "Unknown option '--statsu'.", '--status'],
    [['--outptu', 'json'], "Unknown option '--outptu'.", 'svc --help'],
    [['login', '--api-key=sk_x'], "Unknown option '--api-key'.", 'No flag accepts a key'],
    [['posts', 'list', '--token', 'x'], "Unknown option '--token'.", 'svc login --with-token'],
    [['posts', 'get'], "Missing required argument 'post-id'.", 'svc posts get --help'],
    [['posts', 'get', 'a', 'b'], 'Too many arguments', 'svc posts get --help'],
    [['users', 'list', 'all'], 'takes no arguments', 'It takes only flags.'],
    [['webhooks', 'update', '--is-active', 'false'], 'takes no arguments', 'Did you mean --no-is-active?'],
    [['webhooks', 'update', '--is-active', 'true'], 'takes no arguments', 'Did you mean --is-active?'],
    [['validate', 'post-length', '--content', 'hi'], "Unknown option '--content'.", 'Did you mean --text?'],
    [['posts', 'create', 'We', 'open'], 'Too many arguments', 'Quote values that contain spaces.'],
    [['posts', 'list', '--status'], "Option '--status' argument missing.", 'svc posts list --help'],
    [['posts', 'list', '-o'], "Option '--output' argument missing.", 'svc posts list --help'],
  ])('%j', async (argv, message, hint) => {
    const said = await svc(argv);
    expect(said).toMatchObject({ code: 2, stdout: '' });
    const error = errorIn(said);
    expect(error).toMatchObject({ code: 'usage', exit: 2 });
    expect(error['message']).toContain(message);
    expect(error['hint']).toContain(hint);
  });

  test.each([
    ['posts remove', 'posts delete'],
    ['post rm 65a1b2c3d4e5f60718293a4b', 'posts delete'],
    ['posts show', 'posts get'],
    ['posts publish', 'posts create'],
    ['local accounts remove', 'local accounts disconnect'],
    ['local fault rm', 'local fault remove'],
    ['webhook ls', 'webhooks list'],
    ['contexts add', 'context create'],
    ['version', '--version'],
  ])('%s is %s here', (typed, meant) => {
    expect(commandSuggestion(tree, '', typed.split(' '))).toBe(meant);
  });

  test('the opposite of what was typed is never offered', () => {
    expect(commandSuggestion(tree, 'local accounts', ['connect'])).toBeUndefined();
  });

  test.each([
    [['posts', 'list', '--json'], '-o json'],
    [['posts', 'list', '-n', '5'], '--limit'],
    [['posts', 'list', '--format=csv'], '-o'],
    [['posts', 'delete', '65a1b2c3d4e5f60718293a4b', '--force'], '--yes'],
    [['posts', 'create', '--text', 'hi'], '--content'],
    [['posts', 'create', 'hi', '-to', 'twitter'], '--to'],
    [['posts', 'create', 'hi', '--schedule', 'tomorrow'], '--at'],
    [['posts', 'get', '-n', '5'], undefined],
    [['posts', 'list', '--follow'], undefined],
    [['posts', 'list', '--colour', 'never'], '--color'],
  ])('a flag of other programs: %j', async (argv, meant) => {
    const { hint } = errorIn(await svc(argv)) as { hint: string };
    if (meant === undefined) expect(hint).not.toContain('Did you mean');
    else expect(hint).toContain(`Did you mean ${meant}?`);
  });

  test('a text that begins with a dash is told where it goes', async () => {
    expect(errorIn(await svc(['posts', 'create', '- first', '--draft']))['hint']).toContain('after `--`');
    const { stdout } = await svc(['posts', 'create', '--draft', '--dry-run', '--', '- first']);
    expect(JSON.parse(stdout)).toMatchObject({ body: { content: '- first' } });
  });

  test('suggestions come from the whole tree', () => {
    expect(commandSuggestion(tree, '', ['local', 'strat'])).toBe('local start');
    expect(commandSuggestion(tree, 'local', ['strat'])).toBe('local start');
    expect(commandSuggestion(tree, '', ['qqqqqq'])).toBeUndefined();
  });
});

describe('flags of every command stand anywhere after svc', () => {
  test.each([
    [['-o', 'yaml', 'posts', 'list', '--dry-run']],
    [['posts', '-o', 'yaml', 'list', '--dry-run']],
    [['posts', 'list', '--dry-run', '-o', 'yaml']],
    [['posts', 'list', '--dry-run', '-oyaml']],
    [['posts', 'list', '--output=yaml', '--dry-run']],
    [['-o', 'json', 'posts', 'list', '-o', 'yaml', '--dry-run']],
  ])('%j', async (argv) => {
    expect((await svc(argv)).stdout).toMatch(/^dryRun: true\nmethod: GET\n/);
  });

  test('an alias of a command works like its name', async () => {
    expect((await svc(['posts', 'ls', '--dry-run'])).stdout).toContain('/v1/posts');
  });

  test('--no-input is no negation of --input', async () => {
    const { code, stdout } = await svc(['posts', 'create', '--no-input', '--input', '-', '--dry-run'], {
      stdin: '{"content":"hi"}',
    });
    expect({ code, body: (JSON.parse(stdout) as { body: unknown }).body }).toEqual({
      code: 0,
      body: { content: 'hi' },
    });
  });

  test('a value may begin with a dash or an at sign, and a word after -- is never a flag', async () => {
    const bodyOf = async (...words: string[]) =>
      (JSON.parse((await svc(['profiles', 'create', '--dry-run', ...words])).stdout) as { body: unknown }).body;
    expect(await bodyOf('--name', '--dry')).toEqual({ name: '--dry' });
    expect(await bodyOf('--name=@me')).toEqual({ name: '@me' });
    expect(await bodyOf('--name', '-')).toEqual({ name: '-' });
    expect((await svc(['posts', 'get', '--dry-run', '--no-validate', '--', '-x'])).stdout).toContain('/v1/posts/-x');
  });

  test('the colour of a profile is told apart from the colour of the output', async () => {
    const error = errorIn(await svc(['profiles', 'create', '--name', 'n', '--color', '#ff0000']));
    expect(error).toMatchObject({ exit: 2, hint: 'Did you mean --body-color?' });
  });
});
