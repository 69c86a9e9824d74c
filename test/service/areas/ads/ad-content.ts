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
