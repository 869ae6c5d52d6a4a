import type { Deps } from '#server/core/deps.ts';
import { addressKey } from '#server/core/mail/address-key.ts';
import type { MailTemplate } from '#server/core/mail/values.ts';
import type { LimitName } from '#shared/core/limit-names.ts';

/**
 * Who can cause a mail of each kind. `stranger`: anyone who enters an address, so an address gets only so many. `code`:
 * the same, but its owner needs it to get in, so other mails never use up its share. `staff`: it goes to our own mailbox.
 * `earned`: someone signed in, a purchase, a subscriber or staff caused it.
 */
export const mailCauses: Readonly<Record<MailTemplate, 'code' | 'stranger' | 'staff' | 'earned'>> = {
  ...{ 'verify-email': 'code', 'reset-password': 'code', 'change-email': 'code', 'payout-access': 'code' },
  ...{ 'address-known': 'stranger', 'contract-first': 'stranger', 'order-unfinished': 'stranger' },
  ...{ 'newsletter-confirm': 'stranger', 'status-confirm': 'stranger' },
  ...{ 'contact-copy': 'stranger', 'feature-copy': 'stranger' },
  ...{ 'withdrawal-received': 'stranger', 'withdrawal-receipt': 'stranger' },
  ...{ 'cancellation-link': 'stranger', 'cancellation-unknown': 'stranger' },
  'cancellation-repeated': 'stranger',
  ...{ 'contact-staff': 'staff', 'feature-staff': 'staff' },
  ...{ 'account-notification': 'earned', 'account-ready': 'earned', 'affiliate-application': 'earned' },
  ...{ 'affiliate-approved': 'earned', 'affiliate-declined': 'earned', 'agreement-copy': 'earned' },
  ...{ 'commission-decided': 'earned', 'copier-stopped': 'earned', 'conduct-staff': 'earned' },
  ...{ 'dispute-opened': 'earned', 'dispute-staff': 'earned', 'dispute-won': 'earned' },
  ...{ 'identity-result': 'earned', 'incident-staff': 'earned', 'incident-update': 'earned' },
  ...{ 'market-data-stopped': 'earned', 'newsletter-welcome': 'earned', 'order-confirmed': 'earned' },
  ...{ 'order-refunded': 'earned', 'order-started': 'earned', 'parked-staff': 'earned' },
  ...{ 'payout-destination': 'earned', 'payout-notification': 'earned', 'payout-staff': 'earned' },
  ...{ 'performance-review': 'earned', 'refund-failed-staff': 'earned', 'renewal-failed': 'earned' },
  ...{ 'renewal-reminder': 'earned', 'renewal-resumed': 'earned', 'renewal-stopped': 'earned' },
  ...{ 'renewal-cooling-off': 'earned', 'term-ending': 'earned' },
  ...{ 'sanctions-staff': 'earned', 'security-event': 'earned', 'set-password': 'earned' },
  ...{ 'staff-change': 'earned', 'staff-invitation': 'earned', 'subscription-canceled': 'earned' },
  'bank-payment': 'earned',
  closure: 'earned',
  'cancellation-scheduled': 'earned',
  'order-late-staff': 'earned',
  ...{ 'subscription-replaced': 'earned', 'ticket-late': 'earned', 'ticket-reply': 'earned' },
};

const limitsOfCause: Readonly<Record<'code' | 'stranger' | 'staff', readonly LimitName[]>> = {
  code: ['mail-code'],
  stranger: ['mail-to', 'mail-to-all'],
  staff: ['mail-to-staff'],
};

/**
 * Counts a mail against what its recipient may get, over all networks and callers.
 * @returns whether it may be sent
 */
export async function countMail(deps: Deps, template: MailTemplate, recipient: string): Promise<boolean> {
  const cause = mailCauses[template];
  if (cause === 'earned') return true;
  const mailbox = addressKey(recipient);
  for (const name of limitsOfCause[cause]) {
    const key = name === 'mail-to-all' || name === 'mail-to-staff' ? mailbox : `${template}:${mailbox}`;
    if (!(await deps.limits.isWithin(name, key))) return false;
  }
  return true;
}
