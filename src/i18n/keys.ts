import type accountInsights from '#locales/en/account-insights.json';
import type accounts from '#locales/en/accounts.json';
import type affiliate from '#locales/en/affiliate.json';
import type articles from '#locales/en/articles.json';
import type billing from '#locales/en/billing.json';
import type calls from '#locales/en/calls.json';
import type certificateVerification from '#locales/en/certificate-verification.json';
import type certificates from '#locales/en/certificates.json';
import type checkout from '#locales/en/checkout.json';
import type common from '#locales/en/common.json';
import type contact from '#locales/en/contact.json';
import type copier from '#locales/en/copier.json';
import type faq from '#locales/en/faq.json';
import type features from '#locales/en/features.json';
import type fillReplay from '#locales/en/fill-replay.json';
import type fills from '#locales/en/fills.json';
import type footer from '#locales/en/footer.json';
import type home from '#locales/en/home.json';
import type identity from '#locales/en/identity.json';
import type nav from '#locales/en/nav.json';
import type newsletter from '#locales/en/newsletter.json';
import type notifications from '#locales/en/notifications.json';
import type office from '#locales/en/office.json';
import type orders from '#locales/en/orders.json';
import type pages from '#locales/en/pages.json';
import type payee from '#locales/en/payee.json';
import type payoutStatistics from '#locales/en/payout-statistics.json';
import type payouts from '#locales/en/payouts.json';
import type performanceReview from '#locales/en/performance-review.json';
import type portal from '#locales/en/portal.json';
import type priceChart from '#locales/en/price-chart.json';
import type priceCheck from '#locales/en/price-check.json';
import type profile from '#locales/en/profile.json';
import type programs from '#locales/en/programs.json';
import type rules from '#locales/en/rules.json';
import type shells from '#locales/en/shells.json';
import type sizeCalculator from '#locales/en/size-calculator.json';
import type statistics from '#locales/en/statistics.json';
import type status from '#locales/en/status.json';
import type terminal from '#locales/en/terminal.json';
import type thanks from '#locales/en/thanks.json';
import type whatIf from '#locales/en/what-if.json';

/** The strings of each namespace; English defines the keys. Strings of mails and API messages are in the server. */
export type Sources = {
  accounts: typeof accounts;
  'account-insights': typeof accountInsights;
  affiliate: typeof affiliate;
  billing: typeof billing;
  calls: typeof calls;
  'certificate-verification': typeof certificateVerification;
  certificates: typeof certificates;
  checkout: typeof checkout;
  common: typeof common;
  contact: typeof contact;
  copier: typeof copier;
  faq: typeof faq;
  features: typeof features;
  fills: typeof fills;
  'fill-replay': typeof fillReplay;
  footer: typeof footer;
  home: typeof home;
  identity: typeof identity;
  nav: typeof nav;
  newsletter: typeof newsletter;
  notifications: typeof notifications;
  office: typeof office;
  orders: typeof orders;
  pages: typeof pages;
  payee: typeof payee;
  payouts: typeof payouts;
  'payout-statistics': typeof payoutStatistics;
  'performance-review': typeof performanceReview;
  portal: typeof portal;
  'price-chart': typeof priceChart;
  'price-check': typeof priceCheck;
  profile: typeof profile;
  programs: typeof programs;
  articles: typeof articles;
  rules: typeof rules;
  shells: typeof shells;
  'size-calculator': typeof sizeCalculator;
  'what-if': typeof whatIf;
  statistics: typeof statistics;
  status: typeof status;
  terminal: typeof terminal;
  thanks: typeof thanks;
};

export type Namespace = keyof Sources;

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${'one' | 'many' | 'other'}` ? Base : Key;

type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? WithoutPlural<Key> : `${Key}.${Leaves<Tree[Key]>}`;
}[keyof Tree & string];

/** Dotted keys of a namespace without plural suffixes: `floor.end-of-day`. */
export type NamespaceKey<Name extends Namespace> = Leaves<Sources[Name]>;
