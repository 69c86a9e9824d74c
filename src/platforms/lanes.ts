/** Through which kind of app an account is connected, on the platform that tells them apart. Asked by caps.ts and the areas of accounts. */
import { traitsOf } from './platforms.ts';

export type Lane = 'business' | 'developer';

/**
 * The lane of an account, or undefined where the platform has none.
 * @param variant `developer_app` marks an older connection
 * Source: PLT-16 to PLT-18, LIM-38, LIM-43
 */
export function laneOf(platform: string, variant: string | undefined): Lane | undefined {
  if (traitsOf(platform).connection?.lanes !== true) return undefined;
  return variant === 'developer_app' ? 'developer' : 'business';
}
