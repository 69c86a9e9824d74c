/** Which way a call goes: over a platform that carries calls itself, or over the telephone network. Asked by calls and their usage. */
import { traitsOf } from './platforms.ts';

/** The word for the telephone network in `channel` of a call. */
const TELEPHONE = 'pstn';

/** `channel` of a call of an account. @param platform the account's, or the `channel` of a call that is known */
export const callChannelOf = (platform: string): string =>
  traitsOf(platform).callIds === undefined ? TELEPHONE : platform;

/** Whether a call goes over the telephone network. @param channel of a call that is known */
export const isOverTelephone = (channel: string): boolean => callChannelOf(channel) === TELEPHONE;

/** The platform's id of a call, null on the telephone network. Source: fact set, CallRecord */
export function platformCallId(platform: string, id: string): string | null {
  const { callIds } = traitsOf(platform);
  return callIds === undefined ? null : `${callIds}${id}`;
}
