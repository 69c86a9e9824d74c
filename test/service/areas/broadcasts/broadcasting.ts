/** A broadcast with an account, contacts and recipients, for the tests beside this file. */
import { startService, type Json } from '../../../support/service.ts';

/**
 * @param body fields of the broadcast in place of the usual ones
 * @param more fields of the account
 */
export async function startBroadcast(
  platform = 'whatsapp',
  body: object = {},
  more: Readonly<Record<string, unknown>> = {},
) {
  const service = await startService();
  const { _id: accountId } = await service.account(platform, more);
  const profileId = await service.profileId();
  const contact = async (name: string, platformIdentifier: string, fields: object = {}) => {
    const sent = { profileId, accountId, platformIdentifier, name, ...fields };
    return String((await service.api('POST', '/v1/contacts', { body: sent })).body['contact']?.['id']);
  };
  const broadcast = { profileId, accountId, platform, name: 'News', message: { text: 'Off.' }, ...body };
  const made = await service.api('POST', '/v1/broadcasts', { body: broadcast });
  const id = String(made.body['broadcast']?.['id']);
  const path = `/v1/broadcasts/${id}`;
  const act = (verb: string, sent?: object) =>
    service.api('POST', `${path}/${verb}`, sent === undefined ? {} : { body: sent });
  const recipients = async () => {
    const { body: listed } = await service.api('GET', `${path}/recipients`, { query: { limit: 1_000 } });
    return listed['recipients'] as unknown as Json[];
  };
  const summary = async () => (await service.api('GET', `${path}/recipients`)).body['summary'];
  const shown = async () => (await service.api('GET', path)).body['broadcast'];
  const writes = (person: string) =>
    service.control('POST', '/_local/inbound', {
      type: 'message',
      accountId,
      participant: { id: person, name: 'Ann' },
      text: 'Hi',
    });
  const texts = async () => (await service.feed(accountId, 'message')).map(({ to, text }) => [to, text] as unknown[]);
  return { ...service, id, path, accountId, profileId, contact, act, recipients, summary, shown, writes, texts };
}
