/** Calls to the service from its own page. The page signs in with its cookie and holds no key. */
import { signal } from '@preact/signals';

export interface Problem {
  readonly status: number;
  /** A sentence for people. */
  readonly message: string;
  readonly code?: string;
  readonly body: unknown;
}

export type Answer<T> = { readonly data: T; readonly status: number } | { readonly problem: Problem };

/** True once the service has refused the cookie: a new link is needed. */
export const isShut = signal(false);

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @param path begins with `/v1/` or `/_local/` @returns the answer's JSON, or what is wrong in words; never throws */
export async function call<T>(
  path: string,
  { method = 'GET', query = {}, body, signal, headers }: Call = {},
): Promise<Answer<T>> {
  try {
    const response = await fetch(addressOf(path, query), {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(signal === undefined ? {} : { signal }),
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = jsonIn(text);
    if (response.ok) return { data: json as T, status: response.status };
    const problem = problemOf(response.status, json);
    if (response.status === 401) isShut.value = true;
    return { problem };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    return { problem: { status: 0, message: 'The service does not answer. Is it running?', body: undefined } };
  }
}

export function addressOf(path: string, query: NonNullable<Call['query']>): string {
  const words = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (words.length === 0) return path;
  return `${path}?${new URLSearchParams(words.map(([name, value]) => [name, String(value)])).toString()}`;
}

function jsonIn(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

function problemOf(status: number, body: unknown): Problem {
  const { error, message, code } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const words = [error, message].find((one) => typeof one === 'string');
  return {
    status,
    message: typeof words === 'string' ? words : `The service answered ${String(status)}.`,
    ...(typeof code === 'string' ? { code } : {}),
    body,
  };
}
