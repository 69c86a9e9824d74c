/** A network's mark: two letters on a colour of its own. No brand's drawing. */
import { platformLabel } from '../../../../platforms/labels.ts';

/** A hue for each name, far from those of its neighbours in the alphabet. */
const hueOf = (name: string): number => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);

export function Mark({ platform }: { platform: string }) {
  const label = platformLabel(platform);
  const hue = String(hueOf(platform));
  return (
    <span class="mark" title={label} style={{ background: `hsl(${hue} 45% 32%)`, color: '#fff' }}>
      <span aria-hidden="true">{label.replace(/[^A-Za-z]/g, '').slice(0, 2)}</span>
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
