/** The field of `placements` with the positions of each platform that shows ads of Meta. Source: fact set, `placements` of createStandaloneAd */
export const POSITION_FIELDS: Readonly<Record<string, string>> = {
  facebook: 'facebookPositions',
  instagram: 'instagramPositions',
  messenger: 'messengerPositions',
  audience_network: 'audienceNetworkPositions',
  threads: 'threadsPositions',
  whatsapp: 'whatsappPositions',
};
