/** A network's mark: a drawing of what it is for, on a color of its own. No brand's drawing. */
import { AD_FRAME, glyphOf } from '../../../../platforms/glyphs.ts';
import { platformLabel } from '../../../../platforms/labels.ts';
import { PLATFORMS } from '../../../../platforms/platforms.ts';

const NAMES = Object.keys(PLATFORMS);

/** Degrees: neighbors in the list of platforms are as far from each other as can be. */
const GOLDEN_ANGLE = 137.508;

/** A hue of its own for each platform, all of them equally dark. */
const hueOf = (name: string): number => Math.round((Math.max(0, NAMES.indexOf(name)) * GOLDEN_ANGLE + 264) % 360);

interface Props {
  readonly platform: string;
  /** Beside words as small as those of a calendar's entry. */
  readonly isTiny?: boolean;
}

export function Mark({ platform, isTiny = false }: Props) {
  const label = platformLabel(platform);
  return (
    <span
      class={isTiny ? 'mark tiny' : 'mark'}
      title={label}
      style={{ background: `oklch(0.43 0.1 ${String(hueOf(platform))})` }}
    >
      <Drawing platform={platform} />
      <span class="spoken">{label}</span>
    </span>
  );
}

function Drawing({ platform }: { platform: string }) {
  const glyph = glyphOf(platform);
  if (glyph === undefined) return <span aria-hidden="true">{platformLabel(platform).slice(0, 2)}</span>;
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      {glyph.isAd && <path d={AD_FRAME} />}
      <path d={glyph.path} {...(glyph.isAd ? { transform: 'translate(3.2 3.2) scale(0.6)' } : {})} />
    </svg>
  );
}

export const Marks = ({ platforms }: { platforms: readonly string[] }) => (
  <span class="marks">
    {[...new Set(platforms)].map((one) => (
      <Mark key={one} platform={one} />
    ))}
  </span>
);
