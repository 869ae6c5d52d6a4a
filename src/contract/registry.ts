import * as accountDetails from './account-details.ts';
import * as accounts from './accounts.ts';
import * as admin from './admin.ts';
import * as adminAffiliates from './admin-affiliates.ts';
import * as adminFeatures from './admin-features.ts';
import * as adminPayees from './admin-payees.ts';
import * as adminPayoutBatches from './admin-payout-batches.ts';
import * as adminPayouts from './admin-payouts.ts';
import * as adminPerformanceReviews from './admin-performance-reviews.ts';
import * as adminStatus from './admin-status.ts';
import * as adminTickets from './admin-tickets.ts';
import * as affiliateCreatives from './affiliate-creatives.ts';
import * as affiliatePayouts from './affiliate-payouts.ts';
import * as affiliatePostbacks from './affiliate-postbacks.ts';
import * as affiliates from './affiliates.ts';
import * as alerts from './alerts.ts';
import * as announcements from './announcements.ts';
import * as annualStatements from './annual-statements.ts';
import * as billing from './billing.ts';
import type { Call } from './call.ts';
import * as certificates from './certificates.ts';
import * as conduct from './conduct.ts';
import * as contact from './contact.ts';
import * as content from './content.ts';
import * as copier from './copier.ts';
import * as coupons from './coupons.ts';
import * as discounts from './discounts.ts';
import * as documentRequests from './document-requests.ts';
import * as features from './features.ts';
import * as fills from './fills.ts';
import * as findings from './findings.ts';
import * as halts from './halts.ts';
import * as identity from './identity.ts';
import * as journal from './journal.ts';
import * as market from './market.ts';
import * as newsletter from './newsletter.ts';
import * as notifications from './notifications.ts';
import { bulkCalls } from './office/bulk.ts';
import * as catalogue from './office/catalogue.ts';
import * as figures from './office/figures.ts';
import { officeCalls } from './office/lists.ts';
import * as overview from './office/overview.ts';
import * as savedViews from './office/saved-views.ts';
import * as orders from './orders.ts';
import * as packages from './packages.ts';
import * as passkeys from './passkeys.ts';
import * as password from './password.ts';
import * as payeeForms from './payee-forms.ts';
import * as payees from './payees.ts';
import * as payoutAccess from './payout-access.ts';
import * as payoutStatistics from './payout-statistics.ts';
import * as payouts from './payouts.ts';
import * as performanceReviews from './performance-reviews.ts';
import * as personalStop from './personal-stop.ts';
import * as profile from './profile.ts';
import * as risk from './risk.ts';
import * as security from './security.ts';
import * as staff from './staff.ts';
import * as statistics from './statistics.ts';
import * as status from './status.ts';
import * as tickets from './tickets.ts';
import * as traderViews from './trader-views.ts';
import * as trading from './trading.ts';

export type Area = { readonly name: string; readonly description: string; readonly calls: readonly Call[] };

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

function defineArea(name: string, description: string, ...files: readonly object[]): Area {
  return { name, description, calls: files.flatMap((file) => Object.values(file)).filter(isCall) };
}

/**
 * Every call of the API, grouped by area. The server mounts exactly these; the OpenAPI document, the API reference and
 * the tests over all calls use this list.
 */
export const areas: readonly Area[] = [
  defineArea('Identity', 'Registration, address verification, sign-in and passwords.', identity, password),
  defineArea('Packages', 'Packages on sale, coupons and the current promotion.', packages),
  defineArea('Content', 'FAQ and blog, as shown on the site.', content),
  defineArea('Profile', 'Your data, picture and notifications.', profile, notifications),
  defineArea('Security', 'Sessions, two-step sign-in, passkeys and the email address.', security, passkeys),
  defineArea('Orders', 'Quotes, orders and their results.', orders),
  defineArea(
    'Accounts',
    'Trading accounts: state, history, breaches, conduct cases, statistics and performance reviews.',
    accounts,
    accountDetails,
    fills,
    personalStop,
    statistics,
    performanceReviews,
    conduct,
    documentRequests,
  ),
  defineArea('Payees', 'Requirements before a payout, and payout destinations.', payees, payeeForms, adminPayees),
  defineArea('Alerts', 'Alert settings of an account, and push subscriptions.', alerts),
  defineArea('Market', 'Prices of the simulated market: bars and a stream of quotes.', market),
  defineArea('Journal', 'The trading journal: tags, notes and pictures of trading days.', journal),
  defineArea('Thor', 'The trade copier: leader, followers and the copy log.', copier),
  defineArea('Trading', 'The terminal of the simulated platform: orders, brackets and positions.', trading),
  defineArea('Billing', 'Orders, invoices, subscriptions and contract cancellation.', billing),
  defineArea(
    'Payouts',
    'Payout quotes, requests and their stages, and public payout statistics.',
    payouts,
    payoutAccess,
    payoutStatistics,
    annualStatements,
  ),
  defineArea(
    'Certificates',
    'Signed certificates of passed evaluations and payouts, and their verification.',
    certificates,
  ),
  defineArea(
    'Affiliates',
    'The affiliate programme: links, commissions, payouts and postbacks.',
    affiliates,
    affiliateCreatives,
    affiliatePayouts,
    affiliatePostbacks,
  ),
  defineArea(
    'Back office',
    'Staff calls; each call lists the roles that may use it.',
    admin,
    overview,
    discounts,
    coupons,
    announcements,
    halts,
    figures,
    catalogue,
    officeCalls,
    bulkCalls,
    savedViews,
    adminPayouts,
    adminPerformanceReviews,
    adminFeatures,
    adminTickets,
    adminPayoutBatches,
    adminStatus,
    adminAffiliates,
    risk,
    findings,
    traderViews,
    staff,
  ),
  defineArea(
    'Messages',
    'Newsletter, contact form, tickets, suggestions and the status page.',
    newsletter,
    contact,
    tickets,
    features,
    status,
  ),
];

export const registry: readonly Call[] = areas.flatMap(({ calls }) => calls);
