import { type MailTemplates, noteBlock, tableBlock, textBlock } from '#server/core/mail/layout.ts';
import type { Named } from '../mails.ts';

export type LateKind = 'refund' | 'withdrawal' | 'dispute' | 'chargeback' | 'account';

/** Mails about returned payments. Amounts are cents. */
export type RefundMailValues = {
  'order-refunded': Named & {
    readonly orderNumber: string;
    readonly totalCents: number;
    readonly credit: string | null;
    /** We refunded the payment or a part of it, or the buyer's bank reversed it or a part of it. */
    readonly reason: 'refund' | 'part' | 'dispute' | 'part-dispute';
  };
  'dispute-opened': Named & { readonly totalCents: number };
  'dispute-won': Named & { readonly totalCents: number };
  /** To staff, in English. */
  'dispute-staff': {
    readonly orderNumber: string;
    readonly dispute: string;
    readonly status: 'open' | 'won' | 'lost';
    readonly reason: string;
    readonly amountCents: number;
    readonly totalCents: number;
    readonly email: string;
  };
  /** To staff, in English: a promise that runs out. `number` is an order's, or a statement's reference. */
  'order-late-staff': {
    readonly kind: LateKind;
    readonly number: string;
    readonly email: string;
    readonly since: number;
    readonly dueAt: number;
  };
  /** To staff, in English. */
  'refund-failed-staff': {
    readonly orderNumber: string;
    /** The provider's id. */
    readonly refund: string;
    readonly amountCents: number;
    readonly email: string;
  };
};

export const refundsTemplates: MailTemplates<RefundMailValues> = {
  'dispute-opened': ({ name, totalCents }, { t, money, supportEmail }) => ({
    subject: t('dispute_subject', { name }),
    blocks: [
      textBlock(t('dispute_lead', { name, total: money(totalCents) })),
      noteBlock(t('dispute_note', { email: supportEmail })),
    ],
  }),

  'dispute-won': ({ name, totalCents }, { t, money }) => ({
    subject: t('dispute_won_subject', { name }),
    blocks: [textBlock(t('dispute_won_lead', { name, total: money(totalCents) }))],
  }),

  'dispute-staff': (values, { t, money }) => ({
    subject: t('dispute_staff_subject', { status: t(`dispute_${values.status}`), order: values.orderNumber }),
    blocks: [
      textBlock(t(`dispute_staff_${values.status}`)),
      tableBlock([
        { label: t('dispute_order'), value: values.orderNumber },
        { label: t('dispute_id'), value: values.dispute },
        { label: t('dispute_reason'), value: values.reason },
        { label: t('dispute_amount'), value: `${money(values.amountCents)} / ${money(values.totalCents)}` },
        { label: t('message_email'), value: values.email },
      ]),
    ],
  }),

  'order-late-staff': ({ kind, number, email, since, dueAt }, { t, moment }) => ({
    subject: t(`order_late_${kind}_subject`, { order: number }),
    blocks: [
      textBlock(t(`order_late_${kind}`)),
      tableBlock([
        { label: t('dispute_order'), value: number },
        { label: t('message_email'), value: email },
        { label: t('order_late_since'), value: moment(since) },
        { label: t('order_late_due'), value: moment(dueAt), strong: true },
      ]),
    ],
  }),

  'refund-failed-staff': ({ orderNumber, refund, amountCents, email }, { t, money }) => ({
    subject: t('refund_failed_staff_subject', { order: orderNumber }),
    blocks: [
      textBlock(t('refund_failed_staff_lead')),
      tableBlock([
        { label: t('dispute_order'), value: orderNumber },
        { label: t('refund_id'), value: refund },
        { label: t('refund_amount'), value: money(amountCents) },
        { label: t('message_email'), value: email },
      ]),
    ],
  }),

  'order-refunded': ({ name, orderNumber, totalCents, credit, reason }, { t, money }) => ({
    subject: t('refunded_subject', { name }),
    blocks: [
      textBlock(
        t(refundLeads[reason], {
          name,
          order: orderNumber,
          total: money(totalCents),
        }),
      ),
      ...(reason === 'part' ? [textBlock(t('refunded_part'))] : []),
      ...(credit === null ? [] : [noteBlock(t('refunded_credit', { number: credit }))]),
    ],
  }),
};

const refundLeads = {
  refund: 'refunded_lead',
  part: 'refunded_lead',
  dispute: 'dispute_lost_lead',
  'part-dispute': 'dispute_part_lost_lead',
} as const;
