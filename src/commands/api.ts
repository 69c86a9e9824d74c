/** `svc api [METHOD] PATH`: the raw door. It sends what was asked, with the key, the waits and the exits of every command. */
import { failure } from '../kernel/failure.ts';
import { METHODS } from '../kernel/methods.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { command, type Context } from '../cli/command.ts';
import type { Place } from '../cli/api/address.ts';
import { CALL_EXITS, INPUT_FLAGS, type TypedFields } from '../cli/api/words.ts';
import type { RawRequest, Wish } from '../cli/api/raw.ts';
import type { World } from '../world/world.ts';

export default command({
  path: 'api',
  summary: 'Send any request to the API, with the key of the context.',
  description:
    'The method is GET, or POST if fields or a body are given. The path may omit /v1; a full URL must be at ' +
    'the host of the context. Fields go into the query of a read and the body of a write; a value that ' +
    'starts with @ is text, and only --input and --file read files. If the API describes the path, ' +
    'mismatches are warnings, and retries, paging and confirmations work as for its command; a write to an ' +
    'unknown path is never retried. A response that is not JSON is written unchanged.',
  args: {
    methodOrPath: { summary: 'GET, POST, PUT, PATCH or DELETE; or the path', values: 'address' },
    path: { summary: 'The path, after a method', values: 'address' },
  },
  flags: {
    ...INPUT_FLAGS,
    method: {
      type: 'string',
      short: '-X',
      placeholder: 'method',
      summary: 'The method, if the argument is only a path',
    },
    header: {
      type: 'string',
      short: '-H',
      repeat: true,
      placeholder: "'Name: value'",
      summary: 'An additional header',
    },
    include: { type: 'boolean', short: '-i', summary: 'Include the status and headers of the response' },
    cache: {
      type: 'string',
      placeholder: 'time',
      summary: 'Answer a read from its last response if that is no older than this, such as 10m',
    },
    paginate: { type: 'boolean', common: true, summary: 'Read every page of a list (same as --all)' },
  },
  dryRun: true,
  validates: true,
  pages: true,
  writes: true,
  examples: [
    'svc api /v1/profiles',
    'svc api GET posts -F status=draft -F limit=5',
    'svc api POST /v1/profiles -f name=Berlin',
    'svc api PUT /v1/profiles/64f0a1b2c3d4e5f60123abce --input profile.json --dry-run',
    'svc api /v1/accounts --cache 10m --jq ".accounts[].username"',
    'svc api /v1/posts --paginate --jq ".posts[].content"',
    "svc api POST /v1/posts -F content=Hello -H 'x-request-id: 0190b3f4-8d7a-7c3e-9f21-5b6a7c8d9e0f' -i",
  ],
  exits: CALL_EXITS,

  async run(context, { args, flags }) {
    const { rawRequest } = await import('../cli/api/raw.ts');
    const all = context.flags.all || flags.paginate === true;
    const wished = { ...flags, words: [args.methodOrPath, args.path].flatMap((word) => word ?? []) };
    refuseBoth(all || context.flags.limit !== undefined, flags.include === true);
    const request = rawRequest(await wishOf(wished, context), context.catalog);
    await warn(request, context);
    if (context.flags.dryRun) return context.preview(request.card, request.input);
    const { confirm } = request.known?.card.command ?? {};
    if (confirm !== undefined) await context.confirm(confirm, Object.values(request.input.path));
    const { rawOutcome, rawOutcomeWithHead } = await import('../cli/api/raw-call.ts');
    const world = flags.cache === undefined ? context.world : await cachingWorld(context.world, flags.cache);
    if (flags.include === true) return rawOutcomeWithHead(request, { ...context, world });
    return rawOutcome(request, { ...context, world, flags: { ...context.flags, all } });
  },
});

async function cachingWorld(world: World, ttl: string): Promise<World> {
  const [{ withCache }, { durationMs }] = await Promise.all([
    import('../cli/api/cached.ts'),
    import('../cli/duration.ts'),
  ]);
  return withCache(world, durationMs(ttl, '--cache'));
}

interface Wished extends TypedFields {
  /** One or two: the method may be left out. */
  readonly words: readonly string[];
  readonly method: string | undefined;
  readonly header: readonly string[];
  readonly file: readonly string[];
  readonly input: string | undefined;
}

async function wishOf({ words, ...flags }: Wished, context: Context): Promise<Wish> {
  const [{ addressOf }, { methodNamed }, { assignmentsIn, filesIn, headersIn }] = await Promise.all([
    import('../cli/api/address.ts'),
    import('../cli/api/raw.ts'),
    import('../cli/api/words.ts'),
  ]);
  const [path, named = flags.method] = [...words].reverse();
  if (path === undefined || (words.length === 1 && isMethod(path)))
    throw failure('usage', { message: `A path is missing${after(path)}.`, hint: '`svc api --help` shows how.' });
  if (words.length > 1 && flags.method !== undefined)
    throw failure('usage', { message: 'The method is given twice.', param: '--method' });
  const headers = headersIn(flags.header);
  const [fields, files] = [assignmentsIn(flags), filesIn(flags.file)];
  const isWrite = fields.length > 0 || flags.input !== undefined || flags.file.length > 0;
  return {
    method: named === undefined ? (isWrite ? 'POST' : 'GET') : methodNamed(named, commandsBelow(context.catalog)),
    address: addressOf(path, await placeOf(path, context)),
    fields,
    headers,
    files,
    ...(flags.input !== undefined && (await bodyFrom(flags.input, headers, context))),
  };
}

const isMethod = (word: string): boolean => (METHODS as readonly string[]).includes(word.toUpperCase());

const after = (method: string | undefined): string => (method === undefined ? '' : ` after ${method.toUpperCase()}`);

/** `search` for `api search`. */
const commandsBelow = (catalog: Catalog): readonly string[] =>
  Object.keys(catalog.names('api')?.own ?? {}).flatMap((path) => path.split(' ')[1] ?? []);

/** Asked for only by an address that depends on it. */
async function placeOf(path: string, context: Context): Promise<Place> {
  if (!/\{|\/\//.test(path)) return {};
  const { targetOrNone } = await import('../cli/dry-run.ts');
  const { baseUrl, profile } = await targetOrNone(context);
  return { ...(URL.canParse(baseUrl) && { baseUrl }), ...(profile !== undefined && { profile }) };
}

/** JSON and YAML are read, so that fields can go over them. With a content type of its own a file is sent byte for byte. */
async function bodyFrom(source: string, headers: Wish['headers'], { world }: Context): Promise<Partial<Wish>> {
  const type = headers['content-type'];
  if (type !== undefined && !/\bjson\b/i.test(type)) return { bytes: source };
  const { readDocument } = await import('../cli/document.ts');
  return { document: await readDocument(source, world) };
}

/** What the description says against the request, and that it does not know the address at all. */
async function warn({ card, input, known }: RawRequest, { catalog, flags, say }: Context): Promise<void> {
  if (!flags.validate) return;
  if (known === undefined) return say(strangerWords(card.method, card.path, catalog));
  const { misfit } = await import('../cli/api/misfit.ts');
  const words = misfit(known, input);
  if (words !== undefined) say(words);
}

function strangerWords(method: string, path: string, catalog: Catalog): string {
  const rows = catalog.operations().filter((row) => row.path === path);
  const others = METHODS.filter((one) => rows.some((row) => row.method === one));
  const known = others.length === 0 ? '' : ` It knows ${others.join(', ')} there.`;
  return `The API does not describe ${method} ${path}.${known} It is sent anyway.`;
}

function refuseBoth(many: boolean, include: boolean): void {
  if (many && include)
    throw failure('usage', {
      message: '--include shows one response, and --paginate reads many.',
      param: '--include',
    });
}
