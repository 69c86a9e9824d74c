/** One service for a whole file of tests: the demo pack, a frozen clock, no rate limits; its beginning can be brought back. */
import { afterAll, beforeAll } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.ts';
import { openService, type Service } from '../../src/service/service.ts';
import { openBeta } from './beta.ts';
import { receiving, TEST_NOW, testDoors } from './service.ts';

export interface SharedService {
  /** There from the first test to the last. */
  readonly service: Service;
  /** Everything as it was before the first test. */
  restore(): Promise<void>;
}

const BEGINNING = 'beginning';

/** Called beside the tests of a file, outside them. */
export function sharedService(catalog: Catalog): SharedService {
  let service: Service | undefined;
  const open = (): Service => {
    if (service === undefined) throw new Error('The service opens with the first test.');
    return service;
  };
  beforeAll(async () => {
    service = await openService({
      ephemeral: true,
      seedPack: 'demo',
      seed: 1,
      clock: { mode: 'frozen', now: TEST_NOW },
      rateLimits: false,
      catalog,
      doors: testDoors({ carrier: receiving }),
    });
    await openBeta(service);
    await service.parts.lifecycle.takeSnapshot(BEGINNING);
  });
  afterAll(() => service?.close());
  return {
    get service() {
      return open();
    },
    restore: async () => void (await open().parts.lifecycle.reset({ snapshot: BEGINNING })),
  };
}
