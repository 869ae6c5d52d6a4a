import { unlink } from '#lib/person-name.ts';
import { pathTo } from '#routes.ts';
import { type AccountName, accountName } from '#server/accounts/mails.ts';
import type { Named } from '#server/billing/mails.ts';
import type { NextCharge } from '#server/billing/tables.ts';
import { linkBlock, type MailTemplates, noteBlock, tableBlock, textBlock } from '#server/core/mail/layout.ts';
import type { MailContext } from '#server/core/mail/mail-context.ts';
import { passwordLink } from '#server/people/mails.ts';
import { type PlatformName, platformFacts } from '#shared/catalog/platforms.ts';
import type { PriceLine } from '#shared/orders/types.ts';

/** Consent to an early start, and whether that ends the right to cancel or makes the buyer pay a share. */
export type StartConsent = { readonly version: string; readonly days: number; readonly earlyStart: 'share' | 'ends' };

/** Times are UTC ms, amounts are cents, links are absolute. */
export type OrdersMailValues = {
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
    /** What renews next, for free at an amount of 0; null if the order renews nothing. */
    readonly renewal: NextCharge | null;
    /** The seller as on the invoice, on one line. */
    readonly seller: string;
    readonly sellerTaxNumber: string;
    /** Whether the seller's details are invented, as in the demo. */
    readonly isSample: boolean;
    readonly company: string | null;
    readonly vatNumber: string | null;
    readonly isReverseCharge: boolean;
    /** The consent that ended the right of withdrawal, with the version of the terms; null without consent. */
    readonly consent: StartConsent | null;
    /** What else it says about refunds: none, or the days to withdraw; `whole_right` lasts although we start at once. */
    readonly refund:
      | { readonly kind: 'final' }
      | { readonly kind: 'right' | 'whole_right'; readonly days: number }
      | null;
    readonly link: string;
  };
  'order-started': Named & {
    readonly orderNumber: string;
    readonly consentedAt: number;
    readonly nextCharge: Omit<NextCharge, 'billingInterval'> | null;
    /** Names the version of the terms it refers to. */
    readonly consent: StartConsent;
    readonly link: string;
  };
  /** The contract in the language that the law has delivered first, before it is concluded. */
  'contract-first': Named & { readonly orderNumber: string; readonly version: string };
  'order-unfinished': Named & {
    readonly orderNumber: string;
    readonly totalCents: number;
    readonly until: number;
    readonly link: string;
    /** Ends reminders of unpaid orders to this address. */
    readonly objectionLink: string;
  };
  /** A payment that takes the bank days is on its way, or was refused in the end. */
  'bank-payment': Named & {
    readonly orderNumber: string;
    readonly totalCents: number;
    readonly state: 'processing' | 'refused';
    readonly link: string;
  };
  'account-ready': AccountName & {
    platform: PlatformName;
    platformAccountId: string;
    platformUser: string;
    /** For an owner without a password: the code and address of the mailed link; null for one who can sign in. */
    password: { email: string; code: string } | null;
  };
};

export const ordersTemplates: MailTemplates<OrdersMailValues> = {
  'order-confirmed': (values, setting) => {
    const { t, day } = setting;
    const isFree = values.totalCents === 0;
    const { name, orderNumber, invoice, beginsAt, startUrl, consent, refund } = values;
    const notes = [
      t(isFree ? 'order_facts_free' : 'order_facts', { order: orderNumber, date: day(values.paidAt) }),
      ...(invoice === null ? [] : [t('order_invoice', { number: invoice })]),
      t('order_seller', { seller: values.seller, number: values.sellerTaxNumber }),
      ...(values.isSample ? [t('order_sample')] : []),
      ...(values.company === null ? [] : [t('order_company', { company: unlink(values.company) })]),
      ...(values.vatNumber === null ? [] : [t('order_vat_number', { number: values.vatNumber })]),
      ...(values.isReverseCharge ? [t('order_reverse_charge')] : []),
      ...(consent === null ? [] : [t(`order_consent_${consent.earlyStart}`, consent)]),
    ];
    return {
      subject: t('order_subject', { account: name }),
      blocks: [
        textBlock(t(isFree ? 'order_lead_free' : 'order_lead', { account: name })),
        ...(beginsAt === null ? [] : [textBlock(t('order_begins', { date: day(beginsAt) }))]),
        ...(startUrl === null ? [] : [linkBlock(t('order_start'), startUrl)]),
        tableBlock(rowsOf(values, setting)),
        ...notes.map((text) => noteBlock(text)),
        linkBlock(t('order_link'), values.link),
        ...(refund === null ? [] : [noteBlock(t(`order_${refund.kind}`, refund))]),
        ...(values.renewal?.amountCents ? cancelNotes(setting) : []),
        noteBlock(t('order_note')),
      ],
    };
  },

  'order-started': ({ name, orderNumber, consentedAt, consent, nextCharge, link }, { t, moment, money, day }) => ({
    subject: t('started_subject', { name }),
    blocks: [
      textBlock(t('started_lead', { name, order: orderNumber, moment: moment(consentedAt) })),
      textBlock(t(`order_consent_${consent.earlyStart}`, consent)),
      ...(nextCharge === null
        ? []
        : [textBlock(t('started_next', { amount: money(nextCharge.amountCents), date: day(nextCharge.at) }))]),
      linkBlock(t('order_link'), link),
    ],
  }),

  'contract-first': ({ name, orderNumber, version }, { t, url, locale }) => ({
    subject: t('contract_subject', { name }),
    blocks: [
      textBlock(t('contract_lead', { name, order: orderNumber, version })),
      linkBlock(t('contract_terms'), url(pathTo('terms', {}, locale))),
      linkBlock(t('contract_billing'), url(pathTo('billingTerms', {}, locale))),
      noteBlock(t('contract_note')),
    ],
  }),

  'order-unfinished': ({ name, orderNumber, totalCents, until, link, objectionLink }, { t, money, moment }) => ({
    subject: t('unpaid_order_subject', { name }),
    blocks: [
      textBlock(t('unpaid_order_lead', { name, order: orderNumber, total: money(totalCents), until: moment(until) })),
      linkBlock(t('unpaid_order_link'), link),
      noteBlock(t('unpaid_order_note')),
      noteBlock(t('unpaid_order_objection'), objectionLink),
    ],
  }),

  'bank-payment': ({ name, orderNumber, totalCents, state, link }, { t, money }) => ({
    subject: t(`bank_payment_${state}_subject`, { name }),
    blocks: [
      textBlock(t(`bank_payment_${state}`, { name, order: orderNumber, total: money(totalCents) })),
      linkBlock(t(`bank_payment_${state}_link`), link),
    ],
  }),

  'account-ready': (values, setting) => {
    const { t, url, locale } = setting;
    return {
      subject: t('ready_subject', { account: accountName(values, setting) }),
      blocks: [
        textBlock(t('ready_lead', { account: accountName(values, setting) })),
        tableBlock([
          { label: t('ready_platform'), value: platformFacts[values.platform].name },
          { label: t('ready_account'), value: values.platformAccountId },
          { label: t('ready_user'), value: values.platformUser },
        ]),
        ...(values.password === null
          ? [linkBlock(t('ready_link'), url(pathTo('myAccount', {}, locale)))]
          : [
              textBlock(t('ready_password')),
              linkBlock(t('password_link'), passwordLink(values.password, setting)),
              noteBlock(t('password_note')),
            ]),
        noteBlock(t('ready_note')),
      ],
    };
  },
};

/** How to end what renews, which a buyer must be able to keep. */
function cancelNotes({ t, url, locale }: MailContext) {
  return [
    noteBlock(t('order_renews')),
    noteBlock(t('renewal_guest'), url(pathTo('subscriptionCancellation', {}, locale))),
  ];
}

function rowsOf(values: OrdersMailValues['order-confirmed'], setting: MailContext) {
  const { t, money } = setting;
  const { name, lines, totalCents, taxCents, renewal } = values;
  return [
    ...lines.map(({ item, amountCents }) => ({
      label: item === 'package' ? name : t(`line_${item}`),
      value: money(amountCents),
    })),
    { label: t('line_total'), value: money(totalCents), strong: true },
    ...(taxCents === 0 ? [] : [{ label: t('line_tax'), value: money(taxCents) }]),
    { label: t('line_next'), value: nextText(renewal, setting) },
  ];
}

function nextText(renewal: NextCharge | null, { t, money, day }: MailContext): string {
  if (renewal === null) return t('next_none');
  const { amountCents, billingInterval, at } = renewal;
  if (amountCents === 0) return t('next_free');
  return t(`next_charge_${billingInterval}`, { amount: money(amountCents), date: day(at) });
}
