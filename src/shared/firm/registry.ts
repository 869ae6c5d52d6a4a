import * as accounts from '#shared/accounts/contract.ts';
import * as alerts from '#shared/accounts/contract-alerts.ts';
import * as breach from '#shared/accounts/contract-breach.ts';
import * as accountDetails from '#shared/accounts/contract-details.ts';
import * as equity from '#shared/accounts/contract-equity.ts';
import * as fills from '#shared/accounts/contract-fills.ts';
import * as journal from '#shared/accounts/contract-journal.ts';
import * as personalStop from '#shared/accounts/contract-personal-stop.ts';
import * as statistics from '#shared/accounts/contract-statistics.ts';
import * as affiliates from '#shared/affiliates/contract.ts';
import * as affiliateCreatives from '#shared/affiliates/contract-creatives.ts';
import * as adminAffiliates from '#shared/affiliates/contract-office.ts';
import * as affiliatePayouts from '#shared/affiliates/contract-payouts.ts';
import * as affiliatePostbacks from '#shared/affiliates/contract-postbacks.ts';
import * as billing from '#shared/billing/contract.ts';
import * as billingIdentity from '#shared/billing/contract-billing-identity.ts';
import * as evidence from '#shared/billing/contract-evidence.ts';
import * as billingOrders from '#shared/billing/contract-orders.ts';
import * as packages from '#shared/catalog/contract.ts';
import * as coupons from '#shared/catalog/contract-coupons.ts';
import * as discounts from '#shared/catalog/contract-discounts.ts';
import * as catalog from '#shared/catalog/contract-office.ts';
import * as certificates from '#shared/certificates/contract.ts';
import * as copier from '#shared/copier/contract.ts';
import type { Call } from '#shared/core/call.ts';
import * as notifications from '#shared/messages/contract.ts';
import * as announcements from '#shared/messages/contract-announcements.ts';
import * as newsletter from '#shared/messages/contract-newsletter.ts';
import * as orders from '#shared/orders/contract.ts';
import * as payouts from '#shared/payouts/contract.ts';
import * as payoutAccess from '#shared/payouts/contract-access.ts';
import * as annualStatements from '#shared/payouts/contract-annual-statements.ts';
import * as adminPayouts from '#shared/payouts/contract-office.ts';
import * as adminPayoutBatches from '#shared/payouts/contract-office-batches.ts';
import * as adminPayees from '#shared/payouts/contract-office-payees.ts';
import * as payeeForms from '#shared/payouts/contract-payee-forms.ts';
import * as payees from '#shared/payouts/contract-payees.ts';
import * as payoutStatistics from '#shared/payouts/contract-statistics.ts';
import * as identity from '#shared/people/contract.ts';
import * as passkeys from '#shared/people/contract-passkeys.ts';
import * as password from '#shared/people/contract-password.ts';
import * as profile from '#shared/people/contract-profile.ts';
import * as security from '#shared/people/contract-security.ts';
import * as session from '#shared/people/contract-session.ts';
import * as staff from '#shared/people/contract-staff.ts';
import * as traderViews from '#shared/people/contract-trader-views.ts';
import * as webhooks from '#shared/people/contract-webhooks.ts';
import * as performanceReviews from '#shared/reviews/contract.ts';
import * as adminPerformanceReviews from '#shared/reviews/contract-office.ts';
import * as risk from '#shared/risk/contract.ts';
import * as conduct from '#shared/risk/contract-conduct.ts';
import * as documentRequests from '#shared/risk/contract-document-requests.ts';
import * as findings from '#shared/risk/contract-findings.ts';
import * as halts from '#shared/risk/contract-halts.ts';
import * as status from '#shared/status/contract.ts';
import * as adminStatus from '#shared/status/contract-office.ts';
import * as tickets from '#shared/support/contract.ts';
import * as content from '#shared/support/contract-articles.ts';
import * as contact from '#shared/support/contract-contact.ts';
import * as features from '#shared/support/contract-features.ts';
import * as adminTickets from '#shared/support/contract-office.ts';
import * as adminFeatures from '#shared/support/contract-office-features.ts';
import * as trading from '#shared/trading/contract.ts';
import * as market from '#shared/trading/contract-market.ts';
import { bulkCalls } from './bulk-actions.ts';
import * as closure from './contract-closure.ts';
import * as admin from './contract-corrections.ts';
import * as figures from './contract-figures.ts';
import * as overview from './contract-office.ts';
import * as savedViews from './contract-saved-views.ts';
import { officeCalls } from './lists.ts';

export type NamedCall = Call & { readonly name: string };

export type Area = { readonly name: string; readonly description: string; readonly calls: readonly NamedCall[] };

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

function nameCalls(file: object): NamedCall[] {
  return Object.entries(file).flatMap(([name, value]) => (isCall(value) ? [Object.assign(value, { name })] : []));
}

function defineArea(name: string, description: string, ...files: readonly object[]): Area {
  return { name, description, calls: files.flatMap(nameCalls) };
}

/**
 * Every call of the API, grouped by area. The server mounts exactly these; the OpenAPI document, the API reference and
 * the tests over all calls use this list.
 */
export const areas: readonly Area[] = [
  defineArea('Identity', 'Registration, address verification, sign-in and passwords.', session, identity, password),
  defineArea('Packages', 'Packages on sale, coupons and the current promotion.', packages),
  defineArea('Content', 'FAQ and blog, as shown on the site.', content),
  defineArea('Profile', 'Your data, picture and notifications.', profile, notifications),
  defineArea(
    'Security',
    'Sessions, two-step sign-in, passkeys, webhooks and the email address.',
    security,
    passkeys,
    webhooks,
  ),
  defineArea('Orders', 'Quotes, orders and their results.', orders),
  defineArea(
    'Accounts',
    'Trading accounts: state, history, breaches, conduct cases, statistics and performance reviews.',
    accounts,
    accountDetails,
    breach,
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
  defineArea(
    'Billing',
    'Orders, invoices, subscriptions and contract cancellation.',
    billingOrders,
    billing,
    billingIdentity,
  ),
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
    'The affiliate program: links, commissions, payouts and postbacks.',
    affiliates,
    affiliateCreatives,
    affiliatePayouts,
    affiliatePostbacks,
  ),
  defineArea(
    'Back office',
    'Staff calls; each call lists the roles that may use it.',
    admin,
    closure,
    overview,
    discounts,
    coupons,
    announcements,
    halts,
    equity,
    evidence,
    figures,
    catalog,
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

export const registry: readonly NamedCall[] = areas.flatMap(({ calls }) => calls);
