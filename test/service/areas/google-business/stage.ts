/** An account of Google Business, and calls about its locations. Used by the tests of this folder. */
import { startService } from '../../../support/service.ts';

/** The location that an account has selected from the start. */
export const CAFE = '121348033736791';
export const ROASTERY = '121348033737002';

export async function stage() {
  const service = await startService();
  const { _id: accountId } = await service.account('googlebusiness');
  const of = `/v1/accounts/${accountId}`;
  const call = (method: string, path: string, body?: object, query: Readonly<Record<string, string>> = {}) =>
    service.api(method, `${of}/${path}`, { query, ...(body !== undefined && { body }) });
  const get = async (path: string, query?: Readonly<Record<string, string>>) =>
    (await call('GET', path, undefined, query)).body;
  const put = (path: string, body: object, query?: Readonly<Record<string, string>>) => call('PUT', path, body, query);
  const post = (path: string, body: object, query?: Readonly<Record<string, string>>) =>
    call('POST', path, body, query);
  return { ...service, accountId, of, call, get, put, post };
}

/** The refusal of a value that a listing does not take. */
export const refused = (param: string) => ({ status: 400, body: { code: 'invalid_field_value', param } });
