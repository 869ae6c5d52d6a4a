import { pathTo } from '#routes.ts';
import { linkBlock, type MailTemplates, noteBlock, tableBlock, textBlock } from '#server/core/mail/layout.ts';
import type { MailContext } from '#server/core/mail/mail-context.ts';
import type { AlertKind, RaisedAlert } from '#shared/accounts/alerts.ts';
import type { ConductCause, ConductDecision } from '#shared/accounts/conduct.ts';
import type { Breach } from '#shared/accounts/model.ts';
import { type PersonalStopLock, unitOf } from '#shared/accounts/personal-stop/personal-stop.ts';
import type { RiskActionKind } from '#shared/accounts/risk-action.ts';
import type { Program } from '#shared/catalog/programs.ts';

export type AccountName = { readonly program: Program; readonly size: string };

export type AccountNotificationKind =
  | 'passed'
  | 'breached'
  | 'locked'
  | 'flat'
  | 'over_limit'
  | 'difference'
  | 'difference_settled'
  | 'outage_remedied'
  | 'corrected'
  | 'reset'
  | 'funded'
  | 'canceled'
  | 'expired'
  | 'inactivity'
  | 'inactivity_pause_announced'
  | 'inactivity_paused'
  | 'inactivity_close_announced'
  | 'disputed'
  | 'suspended'
  | 'resumed'
  | 'dispute_upheld'
  | 'dispute_restored'
  | 'dispute_rejected'
  | `risk_${RiskActionKind}`
  | 'documents_requested'
  | 'conduct_opened'
  | 'conduct_answered'
  | 'conduct_reminder'
  | `conduct_${ConductDecision}`
  | `alert_${AlertKind}`
  | 'personal_stop';

/** A contract limit crossing, in minis. */
export type OverLimit = { readonly at: number; readonly contracts: number; readonly maxContracts: number };

export type ConductMailValues = {
  readonly cause: ConductCause;
  readonly evidence?: string;
  readonly answerUntil?: number;
  readonly answer?: string;
  readonly reason?: string;
};

/** When an inactive account loses its market data and closes, and what its renewal costs if it is traded first. */
export type InactivityMailValues = {
  readonly since: number;
  readonly pauseAt: number | null;
  readonly closeAt: number | null;
  readonly renewalCents: number | null;
};

export type AccountValues = {
  /** What happened to an account; a breach includes its numbers. */
  'account-notification': AccountName & {
    readonly kind: AccountNotificationKind;
    readonly platformAccountId: string;
    readonly breach: Breach | null;
    readonly overLimit: OverLimit | null;
    readonly conduct: ConductMailValues | null;
    readonly inactivity: InactivityMailValues | null;
    readonly cause: string | null;
    readonly alert: RaisedAlert | null;
    readonly personalStop: PersonalStopLock | null;
    /** When we decide a dispute at the latest; absent in mails queued by an earlier version. */
    readonly decisionDueAt?: number | null;
  };
  /** To staff: the deadline has passed, a decision is due. */
  'conduct-staff': {
    readonly caseId: string;
    readonly cause: ConductCause;
    readonly account: string;
    readonly answerUntil: number;
    readonly answered: boolean;
  };
  /** To staff, in English. */
  'parked-staff': { readonly contract: string; readonly accountId: string };
};

export function accountName({ program, size }: AccountName, { t }: MailContext): string {
  return `${t(`program_${program}`)} ${size}`;
}

export const accountsTemplates: MailTemplates<AccountValues> = {
  'account-notification': (values, setting) => {
    const { t, url, locale } = setting;
    const { kind, breach, overLimit, conduct, cause, platformAccountId } = values;
    const account = accountName(values, setting);
    const rows = [
      ...(breach ? breachFacts(breach, setting) : []),
      ...(overLimit ? overLimitFacts(overLimit, setting) : []),
      ...(conduct ? conductFacts(conduct, setting) : []),
      ...(values.inactivity ? inactivityFacts(values.inactivity, setting) : []),
      ...(values.alert ? alertFacts(values.alert, setting) : []),
      ...(values.personalStop ? personalStopFacts(values.personalStop, setting) : []),
      ...(values.decisionDueAt
        ? [{ label: t('dispute_due'), value: setting.day(values.decisionDueAt), strong: true }]
        : []),
      ...(cause === null
        ? []
        : [{ label: t(kind === 'documents_requested' ? 'documents_needed' : 'conduct_reason'), value: cause }]),
    ];
    return {
      subject: setting.title(`account_${kind}`, { account }),
      blocks: [
        textBlock(t(`account_${kind}_lead`, { account })),
        tableBlock([{ label: t('ready_account'), value: platformAccountId }, ...rows]),
        linkBlock(t('ready_link'), url(pathTo('myAccount', {}, locale))),
        noteBlock(t('account_note')),
      ],
    };
  },

  'parked-staff': ({ contract, accountId }, { t }) => ({
    subject: t('parked_staff_subject', { contract }),
    blocks: [
      textBlock(t('parked_staff_lead', { contract })),
      tableBlock([{ label: t('parked_staff_account'), value: accountId }]),
    ],
  }),

  'conduct-staff': ({ caseId, cause, account, answerUntil, answered }, { t, moment }) => ({
    subject: t('conduct_staff_subject', { account }),
    blocks: [
      textBlock(t(answered ? 'conduct_staff_answered' : 'conduct_staff_unanswered')),
      tableBlock([
        { label: t('conduct_case'), value: caseId },
        { label: t('conduct_cause'), value: t(`conduct_cause_${cause}`) },
        { label: t('conduct_until'), value: moment(answerUntil) },
      ]),
    ],
  }),
};

function personalStopFacts({ kind, limit, at, until }: PersonalStopLock, { t, money, moment }: MailContext) {
  return [
    { label: t(`personal_stop_${kind}`), value: unitOf(kind) === 'cents' ? money(limit) : String(limit) },
    { label: t('personal_stop_at'), value: moment(at) },
    { label: t('personal_stop_until'), value: moment(until) },
  ];
}

function breachFacts({ rule, at, floorCents, equityCents }: Breach, { t, money, moment }: MailContext) {
  return [
    { label: t('account_rule'), value: t(`account_rule_${rule}`) },
    { label: t('account_moment'), value: moment(at) },
    { label: t('account_floor'), value: money(floorCents) },
    { label: t('account_equity'), value: money(equityCents) },
  ];
}

function alertFacts({ kind, at, remainingCents, dayProfitCents, contracts }: RaisedAlert, context: MailContext) {
  const { t, money, moment } = context;
  const when = { label: t('account_moment'), value: moment(at) };
  switch (kind) {
    case 'room':
      return [
        when,
        ...(remainingCents === null ? [] : [{ label: t('alert_remaining'), value: money(remainingCents) }]),
      ];
    case 'target':
      return [when, { label: t('alert_day_profit'), value: money(dayProfitCents) }];
    case 'contracts':
      return [when, { label: t('account_contracts'), value: String(contracts) }];
  }
}

function inactivityFacts(
  { since, pauseAt, closeAt, renewalCents }: InactivityMailValues,
  { t, money, moment }: MailContext,
) {
  const renewal =
    closeAt === null || renewalCents === null
      ? []
      : [
          {
            label: t('inactivity_renewal'),
            value: t('inactivity_renewal_value', { amount: money(renewalCents), at: moment(closeAt) }),
          },
        ];
  return [
    { label: t('inactivity_since'), value: moment(since) },
    ...(pauseAt === null ? [] : [{ label: t('inactivity_pause_at'), value: moment(pauseAt) }]),
    ...(closeAt === null ? [] : [{ label: t('inactivity_close_at'), value: moment(closeAt) }]),
    ...renewal,
  ];
}

function overLimitFacts({ at, contracts, maxContracts }: OverLimit, { t, moment }: MailContext) {
  return [
    { label: t('account_moment'), value: moment(at) },
    { label: t('account_contracts'), value: String(contracts) },
    { label: t('account_max_contracts'), value: String(maxContracts) },
  ];
}

function conductFacts({ cause, evidence, answerUntil, answer, reason }: ConductMailValues, { t, moment }: MailContext) {
  return [
    { label: t('conduct_cause'), value: t(`conduct_cause_${cause}`) },
    ...(evidence === undefined ? [] : [{ label: t('conduct_evidence'), value: evidence }]),
    ...(answer === undefined ? [] : [{ label: t('conduct_answer'), value: answer }]),
    ...(answerUntil === undefined ? [] : [{ label: t('conduct_until'), value: moment(answerUntil) }]),
    ...(reason === undefined ? [] : [{ label: t('conduct_reason'), value: reason }]),
  ];
}
