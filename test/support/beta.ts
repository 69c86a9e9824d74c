/** Lets the team of a service into the closed beta, as the control surface does, for tests that call every operation. Source: ACC-36 */
import type { Service } from '../../src/service/service.ts';

export async function openBeta(service: Service): Promise<void> {
  const { statusCode } = await service.inject({
    method: 'PATCH',
    url: '/_local/team',
    headers: { authorization: `Bearer ${service.controlKey}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ snapchatApproved: true }),
  });
  if (statusCode !== 200) throw new Error(`The beta does not open: ${String(statusCode)}.`);
}
