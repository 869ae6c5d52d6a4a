import { affiliateLists } from '#shared/affiliates/office.ts';
import { accountingLists } from '#shared/billing/office/accounting.ts';
import { placeLists } from '#shared/billing/office/places.ts';
import { salesLists } from '#shared/billing/office/sales.ts';
import type { Role } from '#shared/core/access.ts';
import { listCalls } from '#shared/office/define-list.ts';
import { operationsLists } from '#shared/office/own-lists.ts';
import { payeeLists } from '#shared/payouts/office/payees.ts';
import { payoutLists } from '#shared/payouts/office/payouts.ts';
import { peopleLists } from '#shared/people/office.ts';
import { riskLists } from '#shared/risk/office.ts';
import { supportLists } from '#shared/support/office.ts';
import { closureLists } from './closure-lists.ts';

export const officeLists = {
  people: peopleLists.people,
  orders: salesLists.orders,
  accounts: peopleLists.accounts,
  findings: riskLists.findings,
  conduct: riskLists.conduct,
  requests: riskLists.requests,
  differences: riskLists.differences,
  parked: riskLists.parked,
  corrections: riskLists.corrections,
  tasks: riskLists.tasks,
  disputes: riskLists.disputes,
  payouts: payoutLists.payouts,
  batches: payoutLists.batches,
  imports: payoutLists.imports,
  payments: payoutLists.payments,
  entries: payoutLists.entries,
  ledger: payoutLists.ledger,
  invoiceLines: accountingLists.invoiceLines,
  providerPayouts: accountingLists.providerPayouts,
  providerTransactions: accountingLists.providerTransactions,
  identity: payeeLists.identity,
  screenings: payeeLists.screenings,
  tickets: supportLists.tickets,
  reviews: supportLists.reviews,
  incidents: supportLists.incidents,
  halts: riskLists.halts,
  bridge: riskLists.bridge,
  features: supportLists.features,
  searches: supportLists.searches,
  chargebacks: salesLists.chargebacks,
  subscriptions: salesLists.subscriptions,
  claims: supportLists.claims,
  discounts: salesLists.discounts,
  coupons: salesLists.coupons,
  places: placeLists.places,
  announcements: riskLists.announcements,
  newsletter: salesLists.newsletter,
  affiliates: affiliateLists.affiliates,
  commissions: affiliateLists.commissions,
  staff: peopleLists.staff,
  mails: operationsLists.mails,
  mailHistory: operationsLists.mailHistory,
  jobs: operationsLists.jobs,
  audit: operationsLists.audit,
  timeline: operationsLists.timeline,
  closures: closureLists.closures,
  closureLines: closureLists.closureLines,
} as const;

export type OfficeListName = keyof typeof officeLists;

export function mayOpenList(list: OfficeListName, roles: readonly Role[]): boolean {
  return officeLists[list].roles.some((role) => roles.includes(role));
}

/** The names of one type's members, without those of one type. */
type NamesWithout<Members, Left> = {
  [Name in keyof Members]: Members[Name] extends Left ? never : Name;
}[keyof Members];

/** The names of all columns and filters that have a header or label on a screen. */
export type OfficeColumnName = {
  [List in OfficeListName]: Extract<
    | NamesWithout<(typeof officeLists)[List]['columns'], { readonly isHidden: true }>
    | NamesWithout<(typeof officeLists)[List]['filters'], 'id' | 'day'>,
    string
  >;
}[OfficeListName];

export const officeCalls = listCalls(officeLists);
