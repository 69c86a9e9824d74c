/** What --dry-run shows instead of sending: the request, its key masked, and the same as a curl line. No network. */
import { effectiveSettings } from '../auth/settings.ts';
import { addressed } from '../client/call.ts';
import type { ApiRequest, RequestBody } from '../client/request.ts';
import type { Target } from '../client/target.ts';
import type { ExitName } from '../kernel/exits.ts';
import { Failure } from '../kernel/failure.ts';
import type { Context, Outcome } from './command.ts';
import { quoted } from './quoted.ts';
import { masked } from '../kernel/secret.ts';

/** Headers that speak for the caller, and the variables that stand for them in a line for the shell. */
const SECRETS: Readonly<Record<string, string>> = {
  authorization: 'Bearer $SVC_API_KEY',
  'x-connect-token': '$CONNECT_TOKEN',
};

/** @param version of the program, for the user agent */
export function dryRunOutcome(request: ApiRequest, target: Target, version: string): Outcome {
  const { url, headers } = addressed(request, target, version);
  const token = headers['x-connect-token'];
  const shown = {
    ...headers,
    authorization: `Bearer ${masked(target.key)}`,
    ...(token !== undefined && { 'x-connect-token': masked(token) }),
  };
  const body = bodyShown(request.body);
  const curl = curlLine(request, url, headers);
  return {
    result: { dryRun: true, method: request.method, url, headers: shown, ...(body !== undefined && { body }), curl },
    text: [
      `${request.method} ${url}`,
      ...Object.entries(shown).map(([name, value]) => `${name}: ${value}`),
      ...(body === undefined ? [] : ['', JSON.stringify(body, undefined, 2)]),
      '',
      curl,
    ].join('\n'),
  };
}

/** The target, or placeholders without a key or a base URL: a dry run needs neither. */
export async function targetOrNone({ world, flags, target }: Context): Promise<Target> {
  const { baseUrl } = effectiveSettings(world, { context: flags.context });
  const none: Target = { baseUrl: baseUrl?.value ?? '$SVC_BASE_URL', key: '', source: 'none' };
  return target().catch((error: unknown) => {
    if (error instanceof Failure && NO_TARGET.includes(error.exit)) return none;
    throw error;
  });
}

/** No key is `auth`, no base URL is `usage`. */
const NO_TARGET: readonly ExitName[] = ['auth', 'usage'];

function bodyShown(body: RequestBody): unknown {
  switch (body.kind) {
    case 'none':
      return undefined;
    case 'json':
      return JSON.parse(body.text) as unknown;
    case 'binary':
      return { file: body.path };
    case 'multipart':
      return { fields: Object.fromEntries(body.fields), files: Object.fromEntries(body.files) };
  }
}

/** The same request for those who have curl alone. */
export function curlLine(request: ApiRequest, url: string, headers: Readonly<Record<string, string>>): string {
  const words = [
    'curl',
    '-X',
    request.method,
    // An unknown base URL is a shell variable, and must stay unquoted enough to expand.
    url.startsWith('$') ? `"${url}"` : quoted(url),
    ...Object.entries(headers).map(([name, value]) => `-H ${headerWord(name, value)}`),
    ...bodyWords(request.body),
  ];
  return words.join(' ');
}

/** Double quotes where the shell is to put a secret in. */
const headerWord = (name: string, value: string): string =>
  SECRETS[name] === undefined ? quoted(`${name}: ${value}`) : `"${name}: ${SECRETS[name]}"`;

function bodyWords(body: RequestBody): readonly string[] {
  switch (body.kind) {
    case 'none':
      return [];
    case 'json':
      return [`--data-raw ${quoted(body.text)}`];
    case 'binary':
      return [`--data-binary ${quoted(`@${body.path}`)}`];
    case 'multipart':
      return [
        ...body.fields.map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`),
        ...body.files.map(([name, path]) => `-F ${quoted(`${name}=@${path}`)}`),
      ];
  }
}
