/** A service with a whatsapp account and what it submits, for the tests of templates. */
import { watchedAccount } from '../../events/judged.ts';

const PATH = '/v1/whatsapp/templates';

export async function submitting() {
  const at = await watchedAccount('whatsapp');
  const { accountId } = at;
  const query = { accountId };
  const components = [{ type: 'body', text: 'We are open.' }];
  const submit = (more: object = {}) =>
    at.api('POST', PATH, {
      body: { accountId, name: 'hours', category: 'UTILITY', language: 'en_US', components, ...more },
    });
  return {
    ...at,
    path: PATH,
    query,
    components,
    submit,
    /** @returns its id */
    submitted: async (more: object = {}) => String((await submit(more)).body['template']?.['id']),
    template: async (id: string) => (await at.api('GET', `${PATH}/id/${id}`, { query })).body['template'],
    tell: (given: object) =>
      at.control('POST', '/_local/inbound', { type: 'template_status', accountId, name: 'hours', ...given }),
    /** What happened to templates, in order: id and status. */
    statuses: async () =>
      (await at.events('whatsapp.template.status_updated')).map(({ payload }) => [
        payload['template']?.['templateId'],
        payload['template']?.['status'],
      ]),
  };
}
