import { accountsTemplates } from '#server/accounts/mails.ts';
import { affiliatesTemplates } from '#server/affiliates/mails.ts';
import { billingTemplates } from '#server/billing/mails.ts';
import { refundsTemplates } from '#server/billing/refunds/mails.ts';
import { copierTemplates } from '#server/copier/mails.ts';
import type { ValuesOf } from '#server/core/mail/layout.ts';
import { messagesTemplates } from '#server/messages/mails.ts';
import { ordersTemplates } from '#server/orders/mails.ts';
import { payoutsTemplates } from '#server/payouts/mails.ts';
import { payeesTemplates } from '#server/payouts/payees/mails.ts';
import { peopleTemplates } from '#server/people/mails.ts';
import { reviewsTemplates } from '#server/reviews/mails.ts';
import { statusTemplates } from '#server/status/mails.ts';
import { supportTemplates } from '#server/support/mails.ts';
import { closureTemplates } from './closure/mails.ts';

export const templates = {
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

declare module '#server/core/mail/values.ts' {
  interface MailValues extends ValuesOf<typeof templates> {}
}
