/** How wide text is on a terminal, and text cut to a width without splitting a character. The measure is the table library's own. */
import type StringWidth from 'string-width';

export interface Ruler {
  /** Columns: two for East Asian wide signs and emoji, none for colors. */
  width(text: string): number;
  /** The text, or as much of it as fits with an ellipsis after it. */
  cut(text: string, width: number): string;
}

/** @param isUnicode false where the terminal has no ellipsis: three dots are drawn instead */
export async function openRuler(isUnicode = true): Promise<Ruler> {
  const { default: measure } = (await import('string-width')) as { default: typeof StringWidth };
  const ellipsis = isUnicode ? '…' : '...';
  let segmenter: Intl.Segmenter | undefined;
  return {
    width: measure,
    cut(text, width) {
      if (measure(text) <= width) return text;
      // The tables of the segmenter take 12 ms, which most texts can do without.
      if (/^[ -~]*$/.test(text)) return `${text.slice(0, Math.max(0, width - ellipsis.length))}${ellipsis}`;
      let kept = '';
      segmenter ??= new Intl.Segmenter();
      for (const { segment } of segmenter.segment(text)) {
        if (measure(kept + segment) > width - ellipsis.length) break;
        kept += segment;
      }
      return `${kept}${ellipsis}`;
    },
  };
}
