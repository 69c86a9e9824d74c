/** The ad accounts that fixtures give connected accounts, and an ad that every network takes. */

/** Of an account on metaads. */
export const META = '121975733191629';

/** Of an account on googleads. */
export const GOOGLE = '124480196237755';

export const CONTENT = {
  name: 'Spring',
  goal: 'traffic',
  budgetAmount: 20,
  budgetType: 'daily',
  headline: 'Spring',
  body: 'A third off.',
  linkUrl: 'https://example.com/spring',
  imageUrl: 'https://example.com/spring.jpg',
  countries: ['DE'],
};

/** A campaign that Google takes; `accountId` comes with the call. */
export const GOOGLE_CAMPAIGN = {
  adAccountId: GOOGLE,
  name: 'C',
  goal: 'traffic',
  budgetAmount: 20,
  budgetType: 'daily',
};

/** A product that every catalog takes. */
export const MUG = {
  retailerId: 'mug-1',
  name: 'Blue mug',
  description: 'Holds 300 ml.',
  url: 'https://example.com/mug',
  imageUrl: 'https://example.com/mug.jpg',
  price: 1_250,
  currency: 'EUR',
  availability: 'in stock',
  condition: 'new',
  brand: 'Acme',
  customLabel1: 'kitchen',
};
