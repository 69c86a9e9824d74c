/** Addresses of pages and files on the web. */

/** Whether the text is an http or https URL. */
export const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
