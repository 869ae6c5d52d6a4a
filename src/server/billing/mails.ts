import { dayMs } from '#lib/durations.ts';
import { pathTo, type RouteName } from '#routes.ts';
import { linkBlock, type MailTemplates, noteBlock, tableBlock, textBlock } from '#server/core/mail/layout.ts';
import type { SubscriptionKind } from '#shared/billing/subscription.ts';
import { refundDays } from '#shared/orders/promised-days.ts';
import type { Supplied } from '#shared/orders/supplied.ts';
import type { BillingInterval } from '#shared/orders/types.ts';
import {
  type CancellationValues,
  type Named,
  subscriptionCancellationTemplates,
} from './subscription-cancellation/mails.ts';

export type { Named };

/** Times are UTC ms, amounts are cents, links are absolute. */
export type BillingValues = CancellationValues & {
  'renewal-reminder': Named & {
    readonly amountCents: number;
    readonly billingInterval: BillingInterval;
    readonly at: number;
    /** Data isn't charged if the last account that can use it closes for inactivity first. */
    readonly isInactive: boolean;
  };
  /** The end of a plan that the law doesn't let renew. */
  'term-ending': Named & { readonly endsAt: number };
  /** The right to cancel a renewal that was just paid. */
  'renewal-cooling-off': Named & {
    readonly orderNumber: string;
    readonly amountCents: number;
    readonly days: number;
    readonly startsAt: number;
    readonly endsAt: number;
  };
  'renewal-failed': Named & {
    readonly kind: SubscriptionKind;
    readonly amountCents: number;
    /** The attempts that follow; after the last one it ends. */
    readonly retries: readonly number[];
    readonly link: string;
  };
  'renewal-stopped': Named;
  /** Market data that no account can use anymore. */
  'market-data-stopped': Named & { readonly endsAt: number };
  /** Thor or market data that the buyer has replaced by another package. */
  'subscription-replaced': Named & { readonly replacement: string; readonly endsAt: number };
  /** By the buyer, or by a late record of the platform. */
  'renewal-resumed': Named & { readonly amountCents: number; readonly at: number; readonly isAsked: boolean };
  'withdrawal-received': {
    readonly name: string;
    readonly order: string;
    readonly reference: string;
    readonly receivedAt: number;
    /** The link that proves the declaration, which a refund waits for; null if it waits for nothing or for staff. */
    readonly confirmUrl: string | null;
    /** What the law refunds: everything, the part not supplied, or an amount that staff determine. */
    readonly refund: 'full' | 'share' | 'renewal-share' | 'none' | 'repeated';
    /** Of a share, as computed, which staff confirm. */
    readonly supplied: Pick<Supplied, 'suppliedCents' | 'refundCents'> | null;
  };
  /** To an address that matches no order, so it repeats nothing that was typed. */
  'withdrawal-receipt': { readonly reference: string; readonly receivedAt: number };
};

/** What stops while a renewal of each kind is unpaid, as `markPastDue` does it. */
const pastDueNotes = {
  evaluation: 'declined_account',
  trial: 'declined_account',
  'market-data': 'declined_data',
  thor: 'declined_thor',
} as const satisfies Readonly<Record<SubscriptionKind, string>>;

/** Where what has ended can be ordered again. A new order doesn't restore an account. */
const reorders = {
  evaluation: { route: 'evaluations', note: 'declined_last_account' },
  trial: { route: 'evaluations', note: 'declined_last_account' },
  'market-data': { route: 'billingPending', note: 'declined_last_again' },
  thor: { route: 'thor', note: 'declined_last_again' },
} as const satisfies Readonly<Record<SubscriptionKind, { readonly route: RouteName; readonly note: string }>>;

export const billingTemplates: MailTemplates<BillingValues> = {
  'renewal-reminder': ({ name, amountCents, billingInterval, at, isInactive }, { t, money, day, url, locale }) => ({
    subject: t('renewal_subject', { name }),
    blocks: [
      textBlock(t('renewal_lead', { name, amount: money(amountCents), date: day(at) })),
      tableBlock([
        { label: t('renewal_amount'), value: t(`renewal_${billingInterval}`, { amount: money(amountCents) }) },
        { label: t('renewal_last_day'), value: day(at - dayMs), strong: true },
      ]),
      ...(isInactive ? [textBlock(t('renewal_inactive'))] : []),
      linkBlock(t('renewal_link'), url(pathTo('billingPending', {}, locale))),
      noteBlock(t('renewal_note')),
      noteBlock(t('renewal_guest'), url(pathTo('subscriptionCancellation', {}, locale))),
    ],
  }),

  'term-ending': ({ name, endsAt }, { t, day, url, locale }) => ({
    subject: t('term_ending_subject', { name }),
    blocks: [
      textBlock(t('term_ending_lead', { name, date: day(endsAt) })),
      linkBlock(t('term_ending_link'), url(pathTo('billingPending', {}, locale))),
    ],
  }),

  'renewal-cooling-off': (
    { name, orderNumber, amountCents, days, startsAt, endsAt },
    { t, money, day, url, locale },
  ) => ({
    subject: t('cooling_off_subject', { name }),
    blocks: [
      textBlock(t('cooling_off_lead', { name, amount: money(amountCents), date: day(startsAt), days })),
      tableBlock([
        { label: t('cooling_off_order'), value: orderNumber },
        { label: t('cooling_off_last_day'), value: day(endsAt - 1), strong: true },
      ]),
      textBlock(t('cooling_off_refund')),
      linkBlock(t('cooling_off_link'), url(pathTo('contractCancellation', {}, locale))),
      noteBlock(t('cooling_off_note')),
    ],
  }),

  'renewal-failed': ({ name, kind, amountCents, retries, link }, { t, money, day, url, locale }) => {
    const last = retries.at(-1);
    const amount = money(amountCents);
    if (last === undefined)
      return {
        subject: t('declined_last_subject', { name }),
        blocks: [
          textBlock(t('declined_last_lead', { name, amount })),
          textBlock(t(reorders[kind].note)),
          linkBlock(t('declined_last_link'), url(pathTo(reorders[kind].route, {}, locale))),
        ],
      };
    return {
      subject: t('declined_subject', { name }),
      blocks: [
        textBlock(t('declined_lead', { name, amount })),
        tableBlock(
          retries.map((at) => ({
            label: t(at === last ? 'declined_attempt_last' : 'declined_attempt'),
            value: day(at),
          })),
        ),
        textBlock(t(pastDueNotes[kind], { date: day(last) })),
        linkBlock(t('declined_link'), link),
      ],
    };
  },

  ...subscriptionCancellationTemplates,

  'renewal-stopped': ({ name }, { t }) => ({
    subject: t('stopped_subject', { name }),
    blocks: [textBlock(t('stopped_lead', { name })), noteBlock(t('stopped_note'))],
  }),

  'market-data-stopped': ({ name, endsAt }, { t, day }) => ({
    subject: t('stopped_subject', { name }),
    blocks: [textBlock(t('data_stopped_lead', { name, date: day(endsAt) })), noteBlock(t('data_stopped_note'))],
  }),

  'subscription-replaced': ({ name, replacement, endsAt }, { t, day }) => ({
    subject: t('stopped_subject', { name }),
    blocks: [textBlock(t('replaced_lead', { name, replacement, date: day(endsAt) }))],
  }),

  'renewal-resumed': ({ name, amountCents, at, isAsked }, { t, money, moment, url, locale }) => ({
    subject: t('resumed_subject', { name }),
    blocks: [
      textBlock(
        t(isAsked ? 'resumed_asked_lead' : 'resumed_lead', { name, amount: money(amountCents), moment: moment(at) }),
      ),
      linkBlock(t('renewal_link'), url(pathTo('billingPending', {}, locale))),
      noteBlock(t('renewal_note')),
    ],
  }),

  'withdrawal-received': (
    { name, order, reference, receivedAt, refund, supplied, confirmUrl },
    { t, moment, day, money },
  ) => ({
    subject: t('withdrawal_subject', { order }),
    greeting: t('greeting', { name }),
    blocks: [
      textBlock(t('withdrawal_lead', { order, reference, moment: moment(receivedAt) })),
      textBlock(t(`withdrawal_${refund}`, { date: day(receivedAt + refundDays * dayMs) })),
      ...(supplied === null
        ? []
        : [
            tableBlock([
              { label: t('withdrawal_supplied'), value: money(supplied.suppliedCents) },
              { label: t('withdrawal_rest'), value: money(supplied.refundCents), strong: true },
            ]),
          ]),
      ...(confirmUrl === null
        ? []
        : [textBlock(t('withdrawal_confirm_text')), linkBlock(t('withdrawal_confirm_link'), confirmUrl)]),
    ],
  }),

  'withdrawal-receipt': ({ reference, receivedAt }, { t, moment }) => ({
    subject: t('withdrawal_receipt_subject', { reference }),
    blocks: [
      textBlock(t('withdrawal_receipt_lead', { reference, moment: moment(receivedAt) })),
      noteBlock(t('withdrawal_receipt_note')),
    ],
  }),
};
