/** Where an ad is shown, as far as what was chosen takes effect: a position counts where its platform is named. Asked by network-ad.ts, dimensions.ts and offers.ts. */
import { type Fields, isFields, textsIn } from '../../../kernel/json.ts';
import { POSITION_FIELDS } from '../../../platforms/ad-placements.ts';

const STORY = 'story';

/** Placements without the positions of platforms that are not named. Source: ADS-24 */
export function effectivePlacements(placements: unknown): Fields {
  if (!isFields(placements)) return {};
  const named = textsIn(placements['publisherPlatforms']);
  const idle = Object.keys(POSITION_FIELDS)
    .filter((platform) => !named.includes(platform))
    .map((platform) => POSITION_FIELDS[platform]);
  return Object.fromEntries(Object.entries(placements).filter(([name]) => !idle.includes(name)));
}

/** The positions that were chosen, on all platforms; none where the network chooses. */
export const positionsIn = (placements: Fields): readonly string[] => [
  ...new Set(Object.values(POSITION_FIELDS).flatMap((name) => textsIn(placements[name]))),
];

/** Whether the ad is shown between stories and nowhere else. */
export function isStoryOnly(placements: unknown): boolean {
  const effective = effectivePlacements(placements);
  const platforms = textsIn(effective['publisherPlatforms']);
  const chosen = platforms.map((platform) => textsIn(effective[POSITION_FIELDS[platform] ?? '']));
  return chosen.length > 0 && chosen.every((all) => all.length > 0 && all.every((one) => one === STORY));
}
