/** What other areas may know of shops and blog sites. */

/** The variant of a store that was connected before products and the pixel could be reached. */
export const OLDER_SHOP = 'older_shop';
