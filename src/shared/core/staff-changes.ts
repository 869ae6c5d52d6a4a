import type { auditActionsByList } from './audit-actions.ts';

type ActionOf<List extends keyof typeof auditActionsByList> = (typeof auditActionsByList)[List][number];

/** Actions of these lists by somebody who isn't staff, or that change nothing. */
type Unchanging =
  | 'conduct-answered'
  | 'document-received'
  | 'feature-approved'
  | 'feature-declined'
  | 'finding-stored'
  | 'incident-remedied'
  | 'incident-suspected'
  | 'remedy-applied'
  | 'review-opened'
  | 'ticket-attachment-deleted'
  | 'ticket-attachment-read'
  | 'ticket-deleted';

/** Staff actions whose audit entries record the state before and after. */
export type StaffChange =
  | ActionOf<'announcements' | 'commissions' | 'coupons' | 'discounts' | 'halts' | 'jobs' | 'mails' | 'screenings'>
  | Exclude<
      ActionOf<'conduct' | 'features' | 'findings' | 'incidents' | 'requests' | 'reviews' | 'tickets'>,
      Unchanging
    >
  | `closure-${'requested' | 'confirmed' | 'withdrawn'}`
  | `affiliate-${'approved' | 'declined'}`
  | `identity-check-${'approved' | 'declined'}`
  | `payout-${'in-review' | 'approval' | 'approved' | 'rejected' | 'sent' | 'paid' | 'returned'}`
  | `payout-batch-${'created' | 'payment-removed' | 'exported' | 'canceled'}`
  | `role-${'given' | 'removed'}`
  | `staff-${'suspended' | 'restored' | 'address-corrected' | 'change-requested' | 'change-declined'}`
  | `trader-view-${'started' | 'ended'}`
  | `view-${'saved' | 'renamed' | 'deleted'}`
  | 'account-note'
  | 'balance-settled'
  | 'dispute-decided'
  | 'payout-import-applied'
  | 'refund-by-operator';
