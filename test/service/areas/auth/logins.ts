/** A device that logs in, for tests: it begins, polls, and is decided about through the control surface. */
import type { Answer, ServiceUnderTest } from '../../../support/service.ts';

export interface Begun {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly browserUrl: string;
  readonly expiresAt: string;
  readonly interval: number;
}

export interface Polled {
  readonly status: 'pending' | 'authorized' | 'denied';
  readonly apiKey?: string;
}

export const begin = async ({ api }: ServiceUnderTest, deviceName = 'laptop'): Promise<Begun> =>
  (await api<Begun>('POST', '/api/auth/cli/initiate', { key: null, body: { deviceName } })).body;

export const poll = ({ api }: ServiceUnderTest, { deviceCode }: Pick<Begun, 'deviceCode'>): Promise<Answer<Polled>> =>
  api<Polled>('GET', '/api/auth/cli/poll', { key: deviceCode });

export const decided = (
  { control }: ServiceUnderTest,
  { userCode }: Begun,
  decision: 'approve' | 'deny',
): Promise<Answer> => control('POST', `/_local/device/${userCode}`, { decision });

/** A whole login; the key that it gave. */
export async function loggedIn(service: ServiceUnderTest, deviceName = 'laptop'): Promise<string> {
  const begun = await begin(service, deviceName);
  await decided(service, begun, 'approve');
  return (await poll(service, begun)).body.apiKey ?? '';
}
