import { type AccountValues, accountsTemplates } from '#server/accounts/mails.ts';
import { type AffiliateMailValues, affiliatesTemplates } from '#server/affiliates/mails.ts';
import { type BillingValues, billingTemplates } from '#server/billing/mails.ts';
import { type RefundMailValues, refundsTemplates } from '#server/billing/refunds/mails.ts';
import { type CopierMailValues, copierTemplates } from '#server/copier/mails.ts';
import type { MailTemplates } from '#server/core/mail/layout.ts';
import type { MailValues } from '#server/core/mail/values.ts';
import { type MessageValues, messagesTemplates } from '#server/messages/mails.ts';
import { type OrdersMailValues, ordersTemplates } from '#server/orders/mails.ts';
import { type PayoutMailValues, payoutsTemplates } from '#server/payouts/mails.ts';
import { type PayeeValues, payeesTemplates } from '#server/payouts/payees/mails.ts';
import { type PeopleMailValues, peopleTemplates } from '#server/people/mails.ts';
import { type ReviewMailValues, reviewsTemplates } from '#server/reviews/mails.ts';
import { type StatusMailValues, statusTemplates } from '#server/status/mails.ts';
import { supportTemplates, type TicketMailValues } from '#server/support/mails.ts';
import { type ClosureMailValues, closureTemplates } from './closure/mails.ts';

declare module '#server/core/mail/values.ts' {
  interface MailValues
    extends MessageValues,
      AccountValues,
      ClosureMailValues,
      BillingValues,
      CopierMailValues,
      OrdersMailValues,
      PeopleMailValues,
      PayeeValues,
      PayoutMailValues,
      RefundMailValues,
      ReviewMailValues,
      TicketMailValues,
      StatusMailValues,
      AffiliateMailValues {}
}

export const templates: MailTemplates<MailValues> = {
  ...messagesTemplates,
  ...accountsTemplates,
  ...closureTemplates,
  ...billingTemplates,
  ...refundsTemplates,
  ...copierTemplates,
  ...ordersTemplates,
  ...peopleTemplates,
  ...payeesTemplates,
  ...payoutsTemplates,
  ...reviewsTemplates,
  ...supportTemplates,
  ...statusTemplates,
  ...affiliatesTemplates,
};
