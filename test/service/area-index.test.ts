import { expect, test } from 'vitest';
import { findInbound, findWork, handlerFor, INBOUND_TYPES, rawRoutes } from '../../src/service/area-index.ts';

test('an operation has the function of its area, or none where the engine serves it', () => {
  expect(handlerFor('createProfile')).toBeTypeOf('function');
  expect(handlerFor('listBroadcasts')).toBeUndefined();
  expect(handlerFor('constructor')).toBeUndefined();
});

test('the function of an area is loaded when it is first found', async () => {
  expect(await findWork('publish')).toBeTypeOf('function');
  expect(await findWork('toString')).toBeUndefined();
  expect(await findInbound('message')).toMatchObject({ required: expect.arrayContaining(['accountId']) as unknown });
  expect(await findInbound('constructor')).toBeUndefined();
});

test('every inbound type of the index is found in its area', async () => {
  for (const type of INBOUND_TYPES)
    expect(await findInbound(type), type).toMatchObject({ cause: expect.any(Function) as unknown });
});

test('what is there beside a tool server alone says so', () => {
  const beside = rawRoutes.filter(({ needsTools = false }) => needsTools).map(({ path }) => path);
  expect(beside).toContain('/oauth/token');
  expect(beside).not.toContain('/api/auth/cli/poll');
});
