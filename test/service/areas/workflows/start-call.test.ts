/** Calls that runs place: from a phone of the team, to the person or another phone, and refused like any other call. */
import { expect, test } from 'vitest';
import type { Json } from '../../../support/service.ts';
import { flowAt, startFlows, type Step } from './flows.ts';

const LINE = '+15550100201';
const START: Step = ['start', 'trigger'];

async function scene(platform = 'whatsapp') {
  const flows = await startFlows(platform);
  const { _id: lineId } = await flows.account('phone', { username: LINE });
  const calls = async () => (await flows.api('GET', '/v1/calls')).body['calls'] as unknown as Json[];
  return { ...flows, lineId, calls };
}

test('AUT-06 VOI-15 a step calls the person who wrote, and whoever takes the call is connected', async () => {
  const flows = await scene();
  const id = await flows.active([START, ['ring', 'start_call', { forwardTo: '+15550100900' }]]);
  await flows.writes('Call me');
  const [call] = await flows.calls();
  expect(call).toMatchObject({ direction: 'outbound', from: LINE, to: '+15550100500', status: 'ringing' });
  expect(await flows.runs(id)).toMatchObject([{ status: 'completed', variables: { call: { id: call?.['_id'] } } }]);
  const legs = async () => (await flows.feed(flows.lineId, 'call')).map((one) => one['to']);
  expect(await legs()).toEqual(['+15550100500']);
  await flows.control('POST', `/_local/calls/${String(call?.['_id'])}`, { action: 'answer' });
  expect(await legs()).toEqual(['+15550100500', '+15550100900']);
  await flows.advance(30);
  await flows.control('POST', `/_local/calls/${String(call?.['_id'])}`, { action: 'hang_up' });
  expect(await flows.calls()).toMatchObject([{ status: 'ended', durationSeconds: 30 }]);
  expect((await flows.happened()).map(([name]) => name)).toContain('call.ended');
});

const OUTCOMES = [flowAt('start', 'ring'), flowAt('ring', 'sorry', 'error')];

test.each([
  ['VOI-34 an emergency service', { to: '911' }, 'Emergency services cannot be called from here: 911.'],
  ["VOI-40 a phone that is not the team's", { from: '+15550100299' }, 'No active number with voice'],
  ['VOI-34 what is no phone', { to: '{{message}}' }, 'E.164'],
])('%s is not called, and the run takes the way for errors', async (_what, config, sentence) => {
  const flows = await scene();
  const steps: readonly Step[] = [START, ['ring', 'start_call', config], ['sorry', 'send_message', { text: 'Sorry' }]];
  const id = await flows.active(steps, OUTCOMES);
  await flows.writes('Call me');
  expect(await flows.said()).toEqual(['Sorry']);
  expect(await flows.calls()).toEqual([]);
  const [run] = await flows.runs(id);
  const { body } = await flows.api('GET', `/v1/workflows/${id}/executions/${String(run?.['id'])}/events`);
  expect(JSON.stringify(body)).toContain(sentence);
});

test('VOI-42 a call that the carrier turns down is kept as failed, and fails the run', async () => {
  const flows = await scene();
  await flows.control('POST', `/_local/network/${flows.lineId}/behaviour`, {
    operation: 'call',
    outcome: 'reject',
    message: 'No route to the destination.',
  });
  const id = await flows.active([START, ['ring', 'start_call']]);
  await flows.writes('Call me');
  expect(await flows.calls()).toMatchObject([{ status: 'failed', to: '+15550100500' }]);
  expect(await flows.runs(id)).toMatchObject([{ status: 'failed', lastError: 'No route to the destination.' }]);
  expect((await flows.happened()).map(([name]) => name)).toContain('call.failed');
});

test('AUT-06 somebody without a phone number is called only at a number that the step names', async () => {
  const flows = await scene('telegram');
  const id = await flows.active([START, ['ring', 'start_call']]);
  await flows.writes('Call me');
  expect(await flows.runs(id)).toMatchObject([{ status: 'failed', lastError: 'The person has no phone number.' }]);
  expect(await flows.calls()).toEqual([]);
});
