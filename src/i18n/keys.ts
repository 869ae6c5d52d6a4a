/** The strings of each namespace; English defines the keys. Strings of mails and API messages are in the server. */
export type Sources = {
  accounts: typeof import('#locales/en/accounts.json');
  'account-insights': typeof import('#locales/en/account-insights.json');
  affiliate: typeof import('#locales/en/affiliate.json');
  billing: typeof import('#locales/en/billing.json');
  calls: typeof import('#locales/en/calls.json');
  'certificate-verification': typeof import('#locales/en/certificate-verification.json');
  certificates: typeof import('#locales/en/certificates.json');
  checkout: typeof import('#locales/en/checkout.json');
  common: typeof import('#locales/en/common.json');
  contact: typeof import('#locales/en/contact.json');
  copier: typeof import('#locales/en/copier.json');
  faq: typeof import('#locales/en/faq.json');
  features: typeof import('#locales/en/features.json');
  fills: typeof import('#locales/en/fills.json');
  'fill-replay': typeof import('#locales/en/fill-replay.json');
  footer: typeof import('#locales/en/footer.json');
  home: typeof import('#locales/en/home.json');
  identity: typeof import('#locales/en/identity.json');
  nav: typeof import('#locales/en/nav.json');
  newsletter: typeof import('#locales/en/newsletter.json');
  notifications: typeof import('#locales/en/notifications.json');
  office: typeof import('#locales/en/office.json');
  orders: typeof import('#locales/en/orders.json');
  pages: typeof import('#locales/en/pages.json');
  payee: typeof import('#locales/en/payee.json');
  payouts: typeof import('#locales/en/payouts.json');
  'closure-plan': typeof import('#locales/en/closure-plan.json');
  'payout-economics': typeof import('#locales/en/payout-economics.json');
  'payout-statistics': typeof import('#locales/en/payout-statistics.json');
  'performance-review': typeof import('#locales/en/performance-review.json');
  portal: typeof import('#locales/en/portal.json');
  'price-chart': typeof import('#locales/en/price-chart.json');
  'price-check': typeof import('#locales/en/price-check.json');
  profile: typeof import('#locales/en/profile.json');
  programs: typeof import('#locales/en/programs.json');
  articles: typeof import('#locales/en/articles.json');
  rules: typeof import('#locales/en/rules.json');
  shells: typeof import('#locales/en/shells.json');
  'size-calculator': typeof import('#locales/en/size-calculator.json');
  'what-if': typeof import('#locales/en/what-if.json');
  statistics: typeof import('#locales/en/statistics.json');
  status: typeof import('#locales/en/status.json');
  terminal: typeof import('#locales/en/terminal.json');
  thanks: typeof import('#locales/en/thanks.json');
  webhooks: typeof import('#locales/en/webhooks.json');
};

export type Namespace = keyof Sources;

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${'one' | 'many' | 'other'}` ? Base : Key;

type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? WithoutPlural<Key> : `${Key}.${Leaves<Tree[Key]>}`;
}[keyof Tree & string];

/** Dotted keys of a namespace without plural suffixes: `floor.end-of-day`. */
export type NamespaceKey<Name extends Namespace> = Leaves<Sources[Name]>;
