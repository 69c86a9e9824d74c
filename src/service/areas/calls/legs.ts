/** What the phone, the SIP address or the agent sees when a call reaches it: an item in the feeds of the carrier and of the number. Written by whoever connects a call. */
import type { Fields } from '../../../kernel/json.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { blank } from '../../networks/simulated/item.ts';
import { CARRIER_FEED } from '../../records/phone.ts';
import type { FeedItem } from '../../store/store.ts';
import type { CallRecord } from './record.ts';

interface Reaching {
  /** A phone in E.164 form, a `sip:` address or a `wss://` agent. */
  readonly to: string;
  /** The phone that is shown there. */
  readonly from: string;
  /** What is spoken there, and nothing else: a message left on an answering machine. */
  readonly message?: string;
  /** Milliseconds. */
  readonly now: number;
  readonly ids: Ids;
}

/** @param ownerId id of the number or of the account */
export function legItems({ id: callId }: CallRecord, ownerId: string, reaching: Reaching): FeedItem[] {
  const { to, from, message, now, ids } = reaching;
  const words = message === undefined ? {} : { message };
  const item = { nativeId: ids.record(), doc: { callId, from, to, ...protocolOf(callId, { to, from }), ...words } };
  return [CARRIER_FEED, ownerId].map((place) => ({ ...blank(place, 'call', now), ...item }));
}

function protocolOf(callId: string, ends: Pick<Reaching, 'to' | 'from'>): Fields {
  if (ends.to.startsWith('sip')) return { invite: inviteOf(callId, ends) };
  return ends.to.startsWith('wss:') ? { stream: STREAM_START } : {};
}

/** The headers of an INVITE and no others: parameters of the address do not become any. Source: VOI-47 */
function inviteOf(callId: string, { to, from }: Pick<Reaching, 'to' | 'from'>): Fields {
  const [address = to] = to.split('?');
  return {
    method: 'INVITE',
    uri: address,
    headers: {
      Via: `SIP/2.0/TLS ${CARRIER_HOST}`,
      'Max-Forwards': '70',
      From: `<sip:${from}@${CARRIER_HOST}>`,
      To: `<${address}>`,
      'Call-ID': `${callId}@${CARRIER_HOST}`,
      CSeq: '1 INVITE',
      Contact: `<sip:${from}@${CARRIER_HOST}>`,
      'Content-Type': 'application/sdp',
    },
  };
}

const CARRIER_HOST = 'carrier.example';

/** The first message to an agent, before the sound: G.711 u-law at 8 kHz, both ways, for every number. Source: VOI-27, VOI-28 */
const STREAM_START: Fields = {
  event: 'start',
  mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000, channels: 1 },
  tracks: ['inbound', 'outbound'],
};
