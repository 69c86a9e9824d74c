/** A service that is told things by networks, for the tests of inbound causes. */
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { startService, type Json, type ListedEvent, type ServiceUnderTest } from '../../support/service.ts';

export interface Stage {
  readonly service: ServiceUnderTest;
  /** Causes something; throws when it is refused. @returns the ids that were answered */
  tell(type: string, given: object): Promise<Record<string, string> & { readonly events: readonly ListedEvent[] }>;
  account(platform: string): Promise<string>;
}

export const PERSON = { id: '15550100300', name: 'Ada Example' };

/** Every platform that an account may have. */
export const PLATFORMS = (
  openCatalog('dist/cards').file('accounts').schemas['AccountPlatform']?.enum as readonly string[]
).filter((platform) => platform === 'threads' || !platform.endsWith('ads'));

/** A line that sends texts goes by its number. */
const LINE = { username: '+12175550100' };

export async function stage(): Promise<Stage> {
  const service = await startService();
  return {
    service,
    async tell(type, given) {
      const { status, body } = await service.control<Json>('POST', '/_local/inbound', { type, ...given });
      if (status !== 201) throw new Error(`${type}: ${JSON.stringify(body)}`);
      const { eventIds, ...made } = body as unknown as { eventIds: string[] } & Record<string, string>;
      const all = await service.events();
      return Object.assign(made as Record<string, string>, {
        events: all.filter(({ id }) => eventIds.includes(id)),
      });
    },
    account: async (platform) => (await service.account(platform, platform === 'sms' ? LINE : {}))._id,
  };
}

export const namesOf = (events: readonly ListedEvent[]): string[] => events.map(({ event }) => event);
