/** How long a text is on each platform, as one line below the text while it is typed. */
import type { ComposerLimits } from './limits.ts';

/** `twitter 45/280 · bluesky 47/300`; a text that is too long says by how much. Empty without platforms. */
export async function countLine(
  text: string,
  platforms: readonly string[],
  { hasMedia, limits }: { readonly hasMedia: boolean; readonly limits: ComposerLimits },
): Promise<string> {
  const counts = platforms.map(async (platform) => {
    const length = await limits.length(platform, text);
    const longest = limits.longest(platform, hasMedia);
    if (longest === undefined) return `${platform} ${length}`;
    const over = length > longest ? ` (${length - longest} too many)` : '';
    return `${platform} ${length}/${longest}${over}`;
  });
  return (await Promise.all(counts)).join(' · ');
}
