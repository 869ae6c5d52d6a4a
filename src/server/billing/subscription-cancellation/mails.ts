import * as layout from '#server/core/mail/layout.ts';
import type { MailContext } from '#server/core/mail/mail-context.ts';

export type Named = { readonly name: string };

/** What canceled a subscription: `statement` in the consumer’s words, null if it was canceled under Billing. */
type Stated = { readonly canceledAt: number; readonly endsAt: number; readonly statement: string | null };

/** Times are UTC ms, links are absolute. */
export type CancellationValues = {
  'subscription-canceled': Named & Stated;
  /** A statement that names a day after the paid period. */
  'cancellation-scheduled': Named & Stated;
  /** To the owner of a subscription that someone wants to cancel without signing in. */
  'cancellation-link': Named & {
    readonly reference: string;
    readonly receivedAt: number;
    readonly endsAt: number;
    readonly statement: string;
    readonly link: string;
  };
  /** To the owner of a subscription that was canceled or had ended before. */
  'cancellation-repeated': Named & {
    readonly reference: string;
    readonly receivedAt: number;
    readonly endsAt: number;
    readonly isOver: boolean;
  };
  /** To an address without such a subscription, so it repeats nothing that was typed. */
  'cancellation-unknown': { readonly reference: string; readonly receivedAt: number };
};

export const subscriptionCancellationTemplates: layout.MailTemplates<CancellationValues> = {
  'subscription-canceled': ({ name, ...stated }, setting) => ({
    subject: setting.t('canceled_subject', { name }),
    blocks: [
      layout.textBlock(
        stated.endsAt <= stated.canceledAt
          ? setting.t('canceled_over', { name })
          : setting.t('canceled_lead', { name, date: setting.day(stated.endsAt) }),
      ),
      ...statedBlocks(stated, setting),
      layout.noteBlock(setting.t('canceled_note')),
    ],
  }),

  'cancellation-scheduled': ({ name, ...stated }, setting) => ({
    subject: setting.t('scheduled_subject', { name }),
    blocks: [
      layout.textBlock(setting.t('scheduled_lead', { name, date: setting.day(stated.endsAt) })),
      ...statedBlocks(stated, setting),
      layout.noteBlock(setting.t('scheduled_note')),
    ],
  }),

  'cancellation-link': ({ name, reference, receivedAt, endsAt, statement, link }, setting) => ({
    subject: setting.t('cancellation_subject', { name }),
    blocks: [
      layout.textBlock(setting.t('cancellation_lead', { name, reference, moment: setting.moment(receivedAt) })),
      ...statedBlocks({ canceledAt: receivedAt, endsAt, statement }, setting),
      layout.linkBlock(setting.t('cancellation_link'), link),
      layout.noteBlock(setting.t('cancellation_note')),
    ],
  }),

  'cancellation-repeated': ({ name, reference, receivedAt, endsAt, isOver }, { t, moment, day }) => ({
    subject: t('cancellation_repeated_subject', { name }),
    blocks: [
      layout.textBlock(t('cancellation_repeated_lead', { reference, moment: moment(receivedAt) })),
      layout.textBlock(isOver ? t('canceled_over', { name }) : t('canceled_lead', { name, date: day(endsAt) })),
    ],
  }),

  'cancellation-unknown': ({ reference, receivedAt }, { t, moment }) => ({
    subject: t('cancellation_unknown_subject', { reference }),
    blocks: [
      layout.textBlock(t('cancellation_unknown_lead', { reference, moment: moment(receivedAt) })),
      layout.noteBlock(t('cancellation_unknown_note')),
    ],
  }),
};

/** What was declared, when we received it and when the contract ends, as BGB § 312k (4) asks. */
function statedBlocks(
  { canceledAt, endsAt, statement }: Stated,
  { t, moment }: MailContext,
): readonly layout.MailBlock[] {
  return [
    ...(statement === null ? [] : [layout.textBlock(statement)]),
    layout.tableBlock([
      { label: t(statement === null ? 'canceled_at' : 'canceled_received'), value: moment(canceledAt) },
      { label: t('canceled_end'), value: moment(endsAt), strong: true },
    ]),
  ];
}
