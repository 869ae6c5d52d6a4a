import type { Role } from '../../../contract/access.ts';
import { type AuditEntity, auditEntities } from '../../../contract/office/audit-actions.ts';
import { type OfficeListName, officeLists } from '../../../contract/office/lists.ts';

/** The list in which a subject of the audit log is read; `audit` for what no list of its own shows. */
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
  list: 'audit',
};

/** The subjects of the audit log that are in a list which one of these roles opens. */
export function readableSubjects(roles: readonly Role[]): AuditEntity[] {
  return auditEntities.filter((entity) =>
    officeLists[listOfSubject[entity]].roles.some((role) => roles.includes(role)),
  );
}
