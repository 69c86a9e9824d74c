/** What people call each platform, as its owner spells it. Read by refusals, the console and the command line; a word that is not here is capitalized. */
const LABELS: Readonly<Record<string, string>> = {
  twitter: 'X',
  facebook: 'Facebook',
  instagram: 'Instagram',
  pinterest: 'Pinterest',
  reddit: 'Reddit',
  telegram: 'Telegram',
  snapchat: 'Snapchat',
  discord: 'Discord',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  whatsapp: 'WhatsApp',
  googlebusiness: 'Google Business',
  imessage: 'iMessage',
  sms: 'SMS',
  rcs: 'RCS',
  metaads: 'Meta Ads',
  googleads: 'Google Ads',
  linkedinads: 'LinkedIn Ads',
  tiktokads: 'TikTok Ads',
  pinterestads: 'Pinterest Ads',
  snapchatads: 'Snapchat Ads',
  redditads: 'Reddit Ads',
  xads: 'X Ads',
  openaiads: 'OpenAI Ads',
  wordpress: 'WordPress',
  woocommerce: 'WooCommerce',
};

/** The label of a platform among other words; undefined for any other word. */
export const labelOf = (word: string): string | undefined => LABELS[word];

export const platformLabel = (name: string): string => LABELS[name] ?? name.charAt(0).toUpperCase() + name.slice(1);

/** Words of a kind that people write otherwise. */
const WORDS: Readonly<Record<string, string>> = { api: 'API', faq: 'FAQ', kyc: 'KYC', sip: 'SIP', ui: 'UI' };

/** A kind of records among other words: `Google Business location` for `google_business_location`. */
export const kindLabel = (kind: string): string =>
  kind
    .replace(/^google_business/, 'googlebusiness')
    .split('_')
    .map((word) => labelOf(word) ?? WORDS[word] ?? word)
    .join(' ');
