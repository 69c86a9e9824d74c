/** A registration of a company, whole, for numbers of a test's choice. */
export const CAMPAIGN = {
  usecase: 'CUSTOMER_CARE',
  description: 'News on orders that customers placed.',
  messageFlow: 'Customers tick "Text me about my order" at the checkout.',
  sample1: 'Northwind: your order is ready. Reply STOP to opt out.',
  sample2: 'Northwind: your order has shipped.',
  optinKeywords: 'BEANS',
  optinMessage: 'Northwind: welcome back.',
  optoutKeywords: 'STOP,NOBEANS',
  optoutMessage: 'Northwind: you get no more messages.',
  helpKeywords: 'HELP',
  helpMessage: 'Northwind: write to help@northwind.example.',
};

export const BRAND = {
  entityType: 'PRIVATE_PROFIT',
  displayName: 'Northwind',
  companyName: 'Northwind LLC',
  ein: '123456789',
  street: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
  country: 'US',
  website: 'https://northwind.example',
  vertical: 'RETAIL',
} as const;

export const registrationOf = (phoneNumbers: readonly string[], campaign: object = CAMPAIGN) => ({
  registrationType: 'standard_10dlc',
  phoneNumbers,
  brand: BRAND,
  campaign,
});
