/** The pages of one legal text each. The text of `/cookies` has a form below it, and so a page file of its own. */
export const legalRoutes = [
  'terms',
  'privacyPolicy',
  'billingTerms',
  'legalNotice',
  'complaints',
  'accessibility',
  'antiMoneyLaundering',
  'payoutPolicy',
  'affiliateAgreement',
  'fundedTraderAgreement',
] as const;

export type LegalRoute = (typeof legalRoutes)[number] | 'cookies';
