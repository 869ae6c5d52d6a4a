import { pathTo } from '#routes.ts';
import type { MailBlock, MailTemplates } from '#server/core/mail/layout.ts';
import type { MailContext } from '#server/core/mail/mail-context.ts';
import type { PriceLine } from '#shared/orders/types.ts';
import type { SubscriptionTable } from './tables.ts';

export type Named = { readonly firstName: string; readonly name: string };

/** Consent to an early start, and whether that ends the right to cancel or makes the buyer pay a share. */
export type StartConsent = { readonly version: string; readonly days: number; readonly earlyStart: 'share' | 'ends' };

/** Times are UTC ms, amounts are cents, links are absolute. */
export type BillingValues = {
  'order-confirmed': Named & {
    readonly orderNumber: string;
    /** Null for a free order. */
    readonly invoice: string | null;
    readonly lines: readonly PriceLine[];
    readonly totalCents: number;
    readonly taxCents: number;
    readonly paidAt: number;
    /** When the product starts, if the buyer didn't request a start within the cancellation period. */
    readonly beginsAt: number | null;
    /** Where a deferred order can be started immediately. */
    readonly startUrl: string | null;
    /** Null if the order renews nothing. */
    readonly nextCharge: { readonly amountCents: number; readonly at: number } | null;
    /** The seller as on the invoice, on one line. */
    readonly seller: string;
    readonly sellerTaxNumber: string;
    /** Whether the seller's details are invented, as in the demo. */
    readonly isSample: boolean;
    readonly company: string | null;
    readonly vatNumber: string | null;
    /** The consent that ended the right of withdrawal, with the version of the terms; null without consent. */
    readonly consent: StartConsent | null;
    /** The days in which the buyer may still cancel although we start immediately; null otherwise. */
    readonly wholeRightDays: number | null;
    /** What else it says about refunds: none, or the days of the right to withdraw. */
    readonly refund: { readonly kind: 'final' } | { readonly kind: 'right'; readonly days: number } | null;
    readonly link: string;
  };
  'order-started': Named & {
    readonly orderNumber: string;
    readonly consentedAt: number;
    readonly nextCharge: { readonly amountCents: number; readonly at: number } | null;
    /** Names the version of the terms it refers to. */
    readonly consent: StartConsent;
    readonly link: string;
  };
  'order-unfinished': Named & {
    readonly orderNumber: string;
    readonly totalCents: number;
    readonly until: number;
    readonly link: string;
    /** Ends reminders of unpaid orders to this address. */
    readonly objectionLink: string;
  };
  'renewal-reminder': Named & {
    readonly amountCents: number;
    readonly at: number;
    /** Data isn't charged if the last account that can use it closes for inactivity first. */
    readonly isInactive: boolean;
  };
  'renewal-failed': Named & {
    readonly kind: SubscriptionTable['kind'];
    readonly amountCents: number;
    readonly nextAttemptAt: number | null;
    readonly link: string;
  };
  'subscription-canceled': Named & { readonly canceledAt: number; readonly endsAt: number };
  /** To the owner of a subscription that someone wants to cancel without signing in. */
  'cancellation-link': Named & { readonly reference: string; readonly receivedAt: number; readonly link: string };
  /** To an address without such a subscription, so it repeats nothing that was typed. */
  'cancellation-unknown': { readonly reference: string; readonly receivedAt: number };
  'renewal-stopped': Named;
  /** Market data that no account can use any more. */
  'market-data-stopped': Named & { readonly endsAt: number };
  /** Thor or market data that the buyer has replaced by another package. */
  'subscription-replaced': Named & { readonly replacement: string; readonly endsAt: number };
  'renewal-resumed': Named & { readonly amountCents: number; readonly at: number };
  'withdrawal-received': {
    readonly name: string;
    readonly order: string;
    readonly reference: string;
    readonly receivedAt: number;
    /** The link that proves the declaration, which a refund waits for; null if it waits for nothing or for staff. */
    readonly confirmUrl: string | null;
    /** What the law refunds: everything, the part not supplied, or an amount that staff determine. */
    readonly refund: 'full' | 'share' | 'none';
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
} as const satisfies Readonly<Record<SubscriptionTable['kind'], string>>;

export const billingTemplates: MailTemplates<BillingValues> = {
  'order-confirmed': (values, setting) => {
    const { t, day } = setting;
    const isFree = values.totalCents === 0;
    const { name, orderNumber, invoice, beginsAt, startUrl, consent, wholeRightDays, refund } = values;
    const notes = [
      t(isFree ? 'order_facts_free' : 'order_facts', { order: orderNumber, date: day(values.paidAt) }),
      ...(invoice === null ? [] : [t('order_invoice', { number: invoice })]),
      t('order_seller', { seller: values.seller, number: values.sellerTaxNumber }),
      ...(values.isSample ? [t('order_sample')] : []),
      ...(values.company === null ? [] : [t('order_company', { company: values.company })]),
      ...(values.vatNumber === null ? [] : [t('order_vat_number', { number: values.vatNumber })]),
      ...(consent === null ? [] : [t(`order_consent_${consent.earlyStart}`, consent)]),
      ...(wholeRightDays === null ? [] : [t('order_whole_right', { days: wholeRightDays })]),
    ];
    return {
      subject: t('order_subject', { account: name }),
      greeting: t('greeting', { name: values.firstName }),
      blocks: [
        { kind: 'text', text: t(isFree ? 'order_lead_free' : 'order_lead', { account: name }) },
        ...(beginsAt === null ? [] : [textBlock(t('order_begins', { date: day(beginsAt) }))]),
        ...(startUrl === null ? [] : [{ kind: 'link', text: t('order_start'), href: startUrl } as const]),
        { kind: 'table', rows: rowsOf(values, setting) },
        ...notes.map((text) => ({ kind: 'note', text }) as const),
        { kind: 'link', text: t('order_link'), href: values.link },
        ...(refund === null ? [] : [{ kind: 'note', text: t(`order_${refund.kind}`, refund) } as const]),
        { kind: 'note', text: t('order_note') },
      ],
    };
  },

  'order-started': (
    { firstName, name, orderNumber, consentedAt, consent, nextCharge, link },
    { t, moment, money, day },
  ) => ({
    subject: t('started_subject', { name }),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      textBlock(t('started_lead', { name, order: orderNumber, moment: moment(consentedAt) })),
      textBlock(t(`order_consent_${consent.earlyStart}`, consent)),
      ...(nextCharge === null
        ? []
        : [textBlock(t('started_next', { amount: money(nextCharge.amountCents), date: day(nextCharge.at) }))]),
      { kind: 'link', text: t('order_link'), href: link },
    ],
  }),

  'order-unfinished': (
    { firstName, name, orderNumber, totalCents, until, link, objectionLink },
    { t, money, moment },
  ) => ({
    subject: t('unpaid_order_subject', { name }),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      textBlock(t('unpaid_order_lead', { name, order: orderNumber, total: money(totalCents), until: moment(until) })),
      { kind: 'link', text: t('unpaid_order_link'), href: link },
      { kind: 'note', text: t('unpaid_order_note') },
      { kind: 'note', text: t('unpaid_order_objection'), href: objectionLink },
    ],
  }),

  'renewal-reminder': ({ firstName, name, amountCents, at, isInactive }, { t, money, day, url, locale }) => ({
    subject: t('renewal_subject', { name }),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      textBlock(t('renewal_lead', { name, amount: money(amountCents), date: day(at) })),
      ...(isInactive ? [textBlock(t('renewal_inactive'))] : []),
      { kind: 'link', text: t('renewal_link'), href: url(pathTo('billingPending', {}, locale)) },
      { kind: 'note', text: t('renewal_note') },
    ],
  }),

  'renewal-failed': ({ firstName, name, kind, amountCents, nextAttemptAt, link }, { t, money, day }) => ({
    subject: t(nextAttemptAt === null ? 'declined_last_subject' : 'declined_subject', { name }),
    greeting: t('greeting', { name: firstName }),
    blocks:
      nextAttemptAt === null
        ? [textBlock(t('declined_last_lead', { name, amount: money(amountCents) }))]
        : [
            textBlock(t('declined_lead', { name, amount: money(amountCents), date: day(nextAttemptAt) })),
            { kind: 'link', text: t('declined_link'), href: link },
            { kind: 'note', text: t(pastDueNotes[kind]) },
          ],
  }),

  'subscription-canceled': ({ firstName, name, canceledAt, endsAt }, { t, day, moment }) => ({
    subject: t('canceled_subject', { name }),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      textBlock(t('canceled_lead', { name, date: day(endsAt) })),
      { kind: 'table', rows: [{ label: t('canceled_at'), value: moment(canceledAt) }] },
      { kind: 'note', text: t('canceled_note') },
    ],
  }),

  'cancellation-link': ({ firstName, name, reference, receivedAt, link }, { t, moment }) => ({
    subject: t('cancellation_subject', { name }),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      textBlock(t('cancellation_lead', { name, reference, moment: moment(receivedAt) })),
      { kind: 'link', text: t('cancellation_link'), href: link },
      { kind: 'note', text: t('cancellation_note') },
    ],
  }),

  'cancellation-unknown': ({ reference, receivedAt }, { t, moment }) => ({
    subject: t('cancellation_unknown_subject', { reference }),
    greeting: t('greeting_plain'),
    blocks: [
      textBlock(t('cancellation_unknown_lead', { reference, moment: moment(receivedAt) })),
      { kind: 'note', text: t('cancellation_unknown_note') },
    ],
  }),

  'renewal-stopped': ({ firstName, name }, { t }) => ({
    subject: t('stopped_subject', { name }),
    greeting: t('greeting', { name: firstName }),
    blocks: [textBlock(t('stopped_lead', { name })), { kind: 'note', text: t('stopped_note') }],
  }),

  'market-data-stopped': ({ firstName, name, endsAt }, { t, day }) => ({
    subject: t('stopped_subject', { name }),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      textBlock(t('data_stopped_lead', { name, date: day(endsAt) })),
      { kind: 'note', text: t('data_stopped_note') },
    ],
  }),

  'subscription-replaced': ({ firstName, name, replacement, endsAt }, { t, day }) => ({
    subject: t('stopped_subject', { name }),
    greeting: t('greeting', { name: firstName }),
    blocks: [textBlock(t('replaced_lead', { name, replacement, date: day(endsAt) }))],
  }),

  'renewal-resumed': ({ firstName, name, amountCents, at }, { t, money, moment, url, locale }) => ({
    subject: t('resumed_subject', { name }),
    greeting: t('greeting', { name: firstName }),
    blocks: [
      textBlock(t('resumed_lead', { name, amount: money(amountCents), moment: moment(at) })),
      { kind: 'link', text: t('renewal_link'), href: url(pathTo('billingPending', {}, locale)) },
      { kind: 'note', text: t('renewal_note') },
    ],
  }),

  'withdrawal-received': ({ name, order, reference, receivedAt, refund, confirmUrl }, { t, moment }) => ({
    subject: t('withdrawal_subject', { order }),
    greeting: t('greeting', { name }),
    blocks: [
      textBlock(t('withdrawal_lead', { order, reference, moment: moment(receivedAt) })),
      textBlock(t(`withdrawal_${refund}`)),
      ...(confirmUrl === null
        ? []
        : ([
            textBlock(t('withdrawal_confirm_text')),
            { kind: 'link', text: t('withdrawal_confirm_link'), href: confirmUrl },
          ] as const)),
    ],
  }),

  'withdrawal-receipt': ({ reference, receivedAt }, { t, moment }) => ({
    subject: t('withdrawal_receipt_subject', { reference }),
    greeting: t('greeting_plain'),
    blocks: [
      textBlock(t('withdrawal_receipt_lead', { reference, moment: moment(receivedAt) })),
      { kind: 'note', text: t('withdrawal_receipt_note') },
    ],
  }),
};

function textBlock(text: string): MailBlock {
  return { kind: 'text', text };
}

function rowsOf(values: BillingValues['order-confirmed'], { t, money, day }: MailContext) {
  const { name, lines, totalCents, taxCents, nextCharge } = values;
  return [
    ...lines.map(({ item, amountCents }) => ({
      label: item === 'package' ? name : t(`line_${item}`),
      value: money(amountCents),
    })),
    { label: t('line_total'), value: money(totalCents), strong: true },
    ...(taxCents === 0 ? [] : [{ label: t('line_tax'), value: money(taxCents) }]),
    {
      label: t('line_next'),
      value: nextCharge
        ? t('next_charge', { amount: money(nextCharge.amountCents), date: day(nextCharge.at) })
        : t('next_none'),
    },
  ];
}
