/** A team that buys numbers, for tests of the area: orders, documents, the clock, and what endpoints learn. */
import { startService, type Json, type ServiceUnderTest } from '../../../support/service.ts';

export const DAY = 86_400;

export const SCAN = { requirementId: 'proof_of_address', filename: 'bill.pdf', base64: 'JVBERg==' };

export const GERMAN = { country: 'DE', areaCode: '30', values: { contact_name: 'Ana Lang' }, documents: [SCAN] };

export type Line = Awaited<ReturnType<typeof openLine>>;

export async function openLine(started?: ServiceUnderTest) {
  const service = started ?? (await startService());
  const { api, control } = service;
  const profileId = await service.profileId();
  const post = (path: string, body: object = {}) => api('POST', path, { body });
  const buy = (more: object = {}) => post('/v1/phone-numbers/purchase', { profileId, allowMultiple: true, ...more });
  const submit = (more: object = {}) => post('/v1/phone-numbers/kyc', { profileId, ...GERMAN, ...more });
  const numberIn = ({ body }: { readonly body: Json }): Json => body['phoneNumber'] as Json;
  const get = async (id: string) => numberIn(await api('GET', `/v1/phone-numbers/${id}`));
  return {
    ...service,
    ownerId: profileId,
    post,
    buy,
    submit,
    get,
    /** A number that is bought and active. */
    async active(more: object = {}): Promise<Json> {
      const bought = numberIn(await buy(more));
      await service.advance(30);
      return bought;
    },
    /** The id of a German number whose documents were submitted. */
    german: async (more: object = {}) => String(numberIn(await submit(more))['id']),
    status: async (id: string) => (await get(id))['status'],
    search: (query: Readonly<Record<string, string | number | boolean>>) =>
      api('GET', '/v1/phone-numbers/available', { query }),
    /** What a carrier or a reviewer says. */
    tell: (id: string, status: string, reason?: string) =>
      control('POST', '/_local/inbound', {
        type: 'number_status',
        numberId: id,
        status,
        ...(reason === undefined ? {} : { reason }),
      }),
    words: async () =>
      (await service.events())
        .filter(({ event }) => event.startsWith('whatsapp.number.'))
        .map(({ event }) => event.slice('whatsapp.number.'.length)),
    latest: async (word: string) => (await service.events(`whatsapp.number.${word}`)).at(-1)?.payload,
    spent: async () =>
      ((await api('GET', '/v1/usage', { query: { range: '12mo' } })).body['totals'] as Json)['numbers'],
  };
}
