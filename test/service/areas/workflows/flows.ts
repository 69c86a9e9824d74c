/** Workflows of one account for tests: made of steps in a row, run by what people do, and read with what happened. */
import { expect } from 'vitest';
import type { ServiceOptions } from '../../../../src/service/options.ts';
import type { Json } from '../../../support/service.ts';
import { watchedAccount } from '../../events/judged.ts';

/** A step: id, type, settings. */
export type Step = readonly [id: string, type: string, config?: object];

/** A way, with the outcome that takes it. */
export const flowAt = (source: string, target: string, sourceHandle?: string) => ({
  id: `${source}-${sourceHandle ?? ''}-${target}`,
  source,
  target,
  ...(sourceHandle === undefined ? {} : { sourceHandle }),
});

/** @param edges without them the steps follow one another */
export function graphOf(steps: readonly Step[], edges?: readonly object[]) {
  const nodes = steps.map(([id, type, config]) => ({ id, type, ...(config === undefined ? {} : { config }) }));
  const inRow = nodes.slice(1).map(({ id }, at) => flowAt(nodes[at]?.id ?? '', id));
  return { nodes, edges: edges ?? inRow };
}

export async function startFlows(platform = 'whatsapp', options: Partial<ServiceOptions> = {}) {
  const at = await watchedAccount(platform, options);
  const { api, control, accountId, profile } = at;
  /** Everything that is due now is done. */
  const settle = () => at.advance(0);
  const draft = async (steps: readonly Step[], edges?: readonly object[]): Promise<string> => {
    const body = { profileId: profile, accountId, platform, name: 'Flow', ...graphOf(steps, edges) };
    const made = await api('POST', '/v1/workflows', { body });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    return String(made.body['workflow']?.['id']);
  };
  const active = async (steps: readonly Step[], edges?: readonly object[]): Promise<string> => {
    const id = await draft(steps, edges);
    const activated = await api('POST', `/v1/workflows/${id}/activate`);
    expect(activated.status, JSON.stringify(activated.body)).toBe(200);
    return id;
  };
  const runs = async (id: string): Promise<readonly Json[]> => {
    await settle();
    return (await api('GET', `/v1/workflows/${id}/executions`)).body['executions'] as unknown as Json[];
  };
  const entries = async (id: string, run: Json | undefined) => {
    const { body } = await api('GET', `/v1/workflows/${id}/executions/${String(run?.['id'])}/events`);
    return (body['events'] as unknown as Json[]).map(({ action, nodeId }) => [action, nodeId]);
  };
  return {
    ...at,
    draft,
    active,
    runs,
    entries,
    settle,
    run: async (id: string, body: object) => {
      const ran = await api('POST', `/v1/workflows/${id}/executions`, { body });
      await settle();
      return ran;
    },
    /** Somebody writes to the account. */
    writes: async (text: string, person = '15550100500') => {
      const inbound = { type: 'message', accountId, participant: { id: person, name: 'Ada' }, text };
      const caused = await control('POST', '/_local/inbound', inbound);
      expect(caused.status, JSON.stringify(caused.body)).toBeLessThan(300);
      await settle();
    },
    /** What the account sent, oldest first. */
    sent: async () =>
      (await at.happened())
        .filter(([name]) => name === 'message.sent')
        .map(([, payload]) => (payload as Json)['message'] as unknown as Json),
    said: async () =>
      (await at.happened())
        .filter(([name]) => name === 'message.sent')
        .map(([, payload]) => ((payload as Json)['message'] as unknown as Json)['text']),
  };
}
