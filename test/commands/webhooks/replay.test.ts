import { expect, test } from 'vitest';
import { signatureOf } from '../../../src/webhooks/sign.ts';
import { bodyOf, journalOf, SECRET } from '../../listener/recording.ts';
import { startReceiver } from '../../support/receiver.ts';
import { errorIn, svc, type SvcOptions } from '../../support/svc.ts';
import { testWorld } from '../../support/world.ts';

const replay = (words: readonly string[], more: SvcOptions = {}) => svc(['webhooks', 'replay', ...words], more);

test('bodies, ids and signatures arrive as they did, in their order', async () => {
  const receiver = await startReceiver();
  const folder = await journalOf({}, { id: 'two', event: 'post.failed' }, { id: 'one' });
  const said = await replay([folder, '--to', receiver.url]);
  expect(said.code, said.stderr).toBe(0);
  expect(receiver.arrived.map(({ body }) => body.toString())).toEqual([
    bodyOf({}).toString(),
    bodyOf({ id: 'two', event: 'post.failed' }).toString(),
    bodyOf({}).toString(),
  ]);
  const [first] = receiver.arrived;
  expect(first?.headers).toMatchObject({
    'x-service-event-id': 'one',
    'x-service-signature': signatureOf(bodyOf({}), SECRET),
    host: new URL(receiver.url).host,
  });
  expect(said.stderr).toContain(`Replaying 3 deliveries to ${receiver.url}`);
});

test('headers that came twice go out twice', async () => {
  const receiver = await startReceiver();
  const folder = await journalOf({
    more: [
      ['X-Trace', 'a'],
      ['x-trace', 'b'],
    ],
  });
  await replay([folder, '--to', receiver.url]);
  const traces = receiver.arrived[0]?.rawHeaders.filter(([name]) => name.toLowerCase() === 'x-trace');
  expect(traces?.map(([, value]) => value)).toEqual(['a', 'b']);
});

test('each goes where it went before unless told', async () => {
  const receiver = await startReceiver();
  const folder = await journalOf({ target: receiver.url });
  expect((await replay([folder])).code).toBe(0);
  expect(receiver.arrived).toHaveLength(1);
  const unknown = await replay([await journalOf({})]);
  expect(errorIn(unknown)).toMatchObject({ param: '--to', exit: 2 });
});

test('what was found invalid is left out unless it is wanted', async () => {
  const receiver = await startReceiver();
  const folder = await journalOf({ verdict: 'invalid' }, { id: 'two' });
  await replay([folder, '--to', receiver.url]);
  expect(receiver.arrived.map(({ payload }) => payload.id)).toEqual(['two']);
  await replay([folder, '--to', receiver.url, '--invalid']);
  expect(receiver.arrived.map(({ payload }) => payload.id)).toEqual(['two', 'one', 'two']);
});

test('one delivery, or those of some events', async () => {
  const receiver = await startReceiver();
  const folder = await journalOf({}, { id: 'two', event: 'post.failed' }, { id: 'three', event: 'comment.received' });
  await replay([folder, '3', '--to', receiver.url]);
  await replay([folder, '--to', receiver.url, '--events', 'post.*', '--events', '!post.failed']);
  expect(receiver.arrived.map(({ payload }) => payload.id)).toEqual(['three', 'one']);
});

test('the pauses are kept, divided by the speed; without one there are none', async () => {
  const receiver = await startReceiver();
  const folder = await journalOf({}, { after: 20 }, { after: 25 });
  const { world, slept } = testWorld();
  await replay([folder, '--to', receiver.url, '--speed', '10'], { doors: { clock: world.clock } });
  expect(slept).toEqual([2000, 500]);
  await replay([folder, '--to', receiver.url], { doors: { clock: world.clock } });
  expect(slept).toHaveLength(2);
  expect(receiver.arrived).toHaveLength(6);
});

test('another secret signs anew', async () => {
  const receiver = await startReceiver();
  const folder = await journalOf({});
  await replay([folder, '--to', receiver.url, '--secret-env', 'S'], { env: { S: 'mine' } });
  const headers = receiver.arrived[0]?.headers;
  expect(headers?.['x-service-signature']).toBe(signatureOf(bodyOf({}), 'mine'));
  expect(headers?.['x-legacy-signature']).toBe(signatureOf(bodyOf({}), 'mine'));
});

test('one that is not taken does not keep the next from being sent', async () => {
  const receiver = await startReceiver();
  receiver.answer(500, 200);
  const folder = await journalOf({}, { id: 'two' });
  const said = await replay([folder, '--to', receiver.url]);
  expect(said.code).toBe(3);
  expect(receiver.arrived).toHaveLength(2);
});

test('beyond this machine it asks first', async () => {
  const folder = await journalOf({});
  const said = await replay([folder, '--to', 'https://hooks.example.com/']);
  expect(said.code).toBe(2);
  expect(errorIn(said)).toMatchObject({ code: 'confirmation' });
});
