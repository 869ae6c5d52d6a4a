import { pathTo } from '#routes.ts';
import { type AccountName, accountName } from '#server/accounts/mails.ts';
import * as layout from '#server/core/mail/layout.ts';
import type { MailContext } from '#server/core/mail/mail-context.ts';
import type { PayoutStatus, RejectionReason, ReturnReason } from '#shared/payouts/stages.ts';

/** The subject of a payout mail: the status it has reached, a missed deadline, or money that is owed. */
export type PayoutMailEvent = PayoutStatus | 'late' | 'owed' | 'credited';

export type PayoutMailValues = {
  'payout-notification': {
    readonly kind: PayoutMailEvent;
    /** The account that the money leaves; null for commissions. */
    readonly account: (AccountName & { readonly platformAccountId: string }) | null;
    readonly number: string;
    readonly amountCents: number;
    readonly firmCents: number;
    readonly creditCents?: number;
    readonly netCents: number;
    /** Deadline of the current stage; null if nothing is due. */
    readonly dueAt: number | null;
    /** The deadline of the decision, while the current stage's is another; null otherwise. */
    readonly decisionDueAt: number | null;
    readonly reason: RejectionReason | ReturnReason | null;
    readonly reasonNote: string | null;
    readonly reference: string | null;
    /** Where the money goes, masked; null for what has no destination now. */
    readonly destination: string | null;
  };
  'payout-access': {
    readonly address: string;
    readonly code: string;
    readonly linkCode: string;
  };
  /** To staff, in English: a deadline has passed, or the platform hasn’t moved the money. */
  'payout-staff': {
    readonly kind: 'late' | 'stuck';
    readonly number: string;
    readonly status: PayoutStatus;
    /** Null for commissions. */
    readonly platformAccountId: string | null;
    readonly amountCents: number;
    readonly since: number;
  };
};

/** Only the leads that name the source of the money differ for commissions. */
const affiliateLeads = {
  requested: 'affiliate_payout_requested_lead',
  returned: 'affiliate_payout_returned_lead',
  rejected: 'affiliate_payout_rejected_lead',
  canceled: 'affiliate_payout_canceled_lead',
} as const satisfies Partial<Record<PayoutMailEvent, string>>;

const hasOwnLead = (kind: PayoutMailEvent): kind is keyof typeof affiliateLeads => kind in affiliateLeads;

/** Statuses whose date has a label that says what happens by it, as on the payout page. */
const datedStatuses = ['requested', 'in-review', 'approved', 'sent'] as const;

function chooseLead(kind: PayoutMailEvent, account: AccountName | null, setting: MailContext): string {
  const { t } = setting;
  if (account === null && hasOwnLead(kind)) return t(affiliateLeads[kind]);
  return t(`payout_${kind}_lead`, { account: account === null ? '' : accountName(account, setting) });
}

export function payoutPageOf(
  account: object | null,
  kind: PayoutMailEvent,
): 'affiliateDashboard' | 'payouts' | 'payoutHistory' {
  if (account === null) return 'affiliateDashboard';
  return kind === 'owed' ? 'payouts' : 'payoutHistory';
}

export const payoutsTemplates: layout.MailTemplates<PayoutMailValues> = {
  'payout-notification': (values, setting) => {
    const { t, url, locale, money, moment } = setting;
    const { kind, account, dueAt, reason, reasonNote, reference, destination = null, decisionDueAt = null } = values;
    const dated = datedStatuses.find((status) => status === kind);
    const row = (label: string, value: string) => ({ label, value });
    return {
      subject: setting.title(`payout_${kind}`, { number: values.number }),
      blocks: [
        layout.textBlock(chooseLead(kind, account, setting)),
        layout.tableBlock([
          row(t('payout_number'), values.number),
          ...(account === null ? [] : [row(t('payout_account'), account.platformAccountId)]),
          row(t(account === null ? 'affiliate_payout_amount' : 'payout_amount'), money(values.amountCents)),
          ...(values.firmCents === 0 ? [] : [row(t('payout_firm'), money(values.firmCents))]),
          ...(values.creditCents ? [row(t('payout_credit'), money(values.creditCents))] : []),
          { ...row(t('payout_net'), money(values.netCents)), strong: true },
          ...(destination === null ? [] : [row(t('payout_destination'), destination)]),
          ...(dueAt === null
            ? []
            : [row(t(dated === undefined ? 'payout_due' : `payout_due_${dated}`), moment(dueAt))]),
          ...(decisionDueAt === null ? [] : [row(t('payout_due_in-review'), moment(decisionDueAt))]),
          ...(reason === null ? [] : [row(t('payout_reason'), t(`payout_reason_${reason}`))]),
          ...(reasonNote === null ? [] : [row(t('payout_note_row'), reasonNote)]),
          ...(reference === null ? [] : [row(t('payout_reference'), reference)]),
        ]),
        layout.linkBlock(t('payout_link'), url(pathTo(payoutPageOf(account, kind), {}, locale))),
        layout.noteBlock(t('payout_note')),
      ],
    };
  },

  'payout-access': ({ address, code, linkCode }, { t, url, locale }) => ({
    subject: t('payout_access_subject', { code }),
    blocks: [
      layout.textBlock(t('payout_access_lead')),
      layout.codeBlock(code),
      layout.linkBlock(
        t('payout_access_link'),
        `${url(pathTo('payouts', {}, locale))}#${new URLSearchParams({ code: linkCode, email: address })}`,
      ),
      layout.noteBlock(t('payout_access_note')),
    ],
  }),

  'payout-staff': ({ kind, number, status, platformAccountId, amountCents, since }, { t, money, moment }) => ({
    subject: t(`payout_staff_${kind}_subject`, { number, status }),
    blocks: [
      layout.textBlock(t(`payout_staff_${kind}_lead`)),
      layout.tableBlock([
        { label: t('payout_staff_status'), value: status },
        { label: t('payout_account'), value: platformAccountId ?? t('affiliate_payout_source') },
        { label: t('payout_amount'), value: money(amountCents) },
        { label: t('payout_due'), value: moment(since) },
      ]),
    ],
  }),
};
