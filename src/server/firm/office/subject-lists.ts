import type { Role } from '#shared/core/access.ts';
import { type AuditAction, type AuditEntity, auditActionsByList, auditEntities } from '#shared/core/audit-actions.ts';
import { mayOpenList, type OfficeListName } from '#shared/firm/lists.ts';

/** The list that shows a subject of the audit log; `audit` for those without a list of their own. */
const listOfSubject: Readonly<Record<AuditEntity, OfficeListName>> = {
  person: 'people',
  address: 'audit',
  order: 'orders',
  subscription: 'subscriptions',
  account: 'accounts',
  certificate: 'accounts',
  'certificate-key': 'audit',
  halt: 'halts',
  payout: 'payouts',
  'payout-destination': 'payouts',
  'payout-batch': 'batches',
  'payout-import': 'imports',
  agreement: 'payouts',
  'tax-form': 'payouts',
  'tax-report': 'audit',
  'identity-check': 'identity',
  document: 'identity',
  ticket: 'tickets',
  incident: 'incidents',
  'feature-request': 'features',
  'performance-review': 'reviews',
  announcement: 'announcements',
  discount: 'discounts',
  coupon: 'coupons',
  newsletter: 'newsletter',
  affiliate: 'affiliates',
  commission: 'commissions',
  job: 'jobs',
  mail: 'mails',
  list: 'audit',
};

/** The subjects of the audit log whose list one of these roles may open. */
export function readableSubjects(roles: readonly Role[]): AuditEntity[] {
  return auditEntities.filter((entity) => mayOpenList(listOfSubject[entity], roles));
}

/** The actions of the audit log whose list one of these roles may open. */
export function readableActions(roles: readonly Role[]): AuditAction[] {
  const lists = Object.keys(auditActionsByList) as (keyof typeof auditActionsByList)[];
  return lists.filter((list) => mayOpenList(list, roles)).flatMap((list) => [...auditActionsByList[list]]);
}
