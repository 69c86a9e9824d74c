/** What people call each platform. Read by the console; a word that is not here is capitalized. */
const LABELS: Readonly<Record<string, string>> = {
  twitter: 'X',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  whatsapp: 'WhatsApp',
  googlebusiness: 'Google Business',
  imessage: 'iMessage',
  sms: 'SMS',
  metaads: 'Meta Ads',
  googleads: 'Google Ads',
  linkedinads: 'LinkedIn Ads',
  tiktokads: 'TikTok Ads',
  pinterestads: 'Pinterest Ads',
  snapchatads: 'Snapchat Ads',
  redditads: 'Reddit Ads',
  xads: 'X Ads',
  wordpress: 'WordPress',
  woocommerce: 'WooCommerce',
};

/** The label of a platform among other words; undefined for any other word. */
export const labelOf = (word: string): string | undefined => LABELS[word];

export const platformLabel = (name: string): string => LABELS[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
