/** A network's mark: two letters on a colour of its own. No brand's drawing. */
import { platformLabel } from '../../../../platforms/labels.ts';
import { PLATFORMS } from '../../../../platforms/platforms.ts';

const NAMES = Object.keys(PLATFORMS);

/** Degrees: neighbours in the list of platforms are as far from each other as can be. */
const GOLDEN_ANGLE = 137.508;

/** A hue of its own for each platform, all of them equally dark. */
const hueOf = (name: string): number => Math.round((Math.max(0, NAMES.indexOf(name)) * GOLDEN_ANGLE + 264) % 360);

export const markColour = (platform: string): string => `oklch(0.43 0.1 ${String(hueOf(platform))})`;

export const markLetters = (platform: string): string =>
  platformLabel(platform)
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 2);

export function Mark({ platform }: { platform: string }) {
  const label = platformLabel(platform);
  return (
    <span class="mark" title={label} style={{ background: markColour(platform), color: '#fff' }}>
      <span aria-hidden="true">{markLetters(platform)}</span>
      <span class="spoken">{label}</span>
    </span>
  );
}

export const Marks = ({ platforms }: { platforms: readonly string[] }) => (
  <span class="marks">
    {[...new Set(platforms)].map((one) => (
      <Mark key={one} platform={one} />
    ))}
  </span>
);
