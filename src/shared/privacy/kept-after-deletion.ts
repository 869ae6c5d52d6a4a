import type { retention } from '#shared/core/retention.ts';

/** The lines of “How long we keep it” in the privacy policy, in the order of every language; each says when it ends. */
export const policyLines = [
  'account',
  'orders',
  'identity',
  'faceMeasurements',
  'riskDocuments',
  'payees',
  'push',
  'trading',
  'terminal',
  'journal',
  'consents',
  'tickets',
  'incidents',
  'mails',
  'webhooks',
  'statements',
  'changes',
  'newsletter',
  'affiliateLink',
  'signIns',
  'serverLogs',
] as const;

type Kept = {
  /** Why a deletion may leave it: Article 17(3)(b) and (e) of the GDPR, Article 5(2), and Recital 26. */
  readonly basis: 'obligation' | 'claims' | 'proof' | 'nameless';
  /** The period in its end, if it has one in days. */
  readonly days?: keyof typeof retention;
  /** Columns with text about the person, by table. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
};

/**
 * All that is left of a person who deleted their account, by line of the privacy policy, whose table is made from this
 * list. A test compares it with a deletion in every table.
 */
export const keptAfterDeletion: Readonly<Partial<Record<(typeof policyLines)[number], Kept>>> = {
  orders: {
    basis: 'obligation',
    columns: {
      coupon_use: ['code'],
      invoice: ['document'],
      orders: [
        'affiliate_via',
        'company_name',
        'consents',
        'coupon',
        'details',
        'email',
        'first_name',
        'idempotency_scope',
        'last_name',
        'latin_name',
        'lines',
        'name',
        'payment_url',
        'postal_code',
        'refund_reason',
        'vat_check',
      ],
      partial_refund: ['reason'],
      payment_dispute: ['reason'],
      sandbox_payment: ['cancel_url', 'card', 'description', 'email', 'refunds', 'renewals', 'success_url'],
      subscription: ['billing_identity', 'card_ending', 'end_reason', 'name'],
      affiliate: ['code', 'coupon'],
      affiliate_former_coupon: ['coupon'],
      commission: ['decided_by', 'decision_reason', 'review_reason', 'via'],
    },
  },
  payees: {
    basis: 'obligation',
    columns: {
      identity_check: ['decided_by', 'first_name', 'last_name', 'provider_ref', 'reason'],
      identity_event: ['event'],
      payout: ['closed_through', 'counted_after', 'quote', 'reason', 'reason_note'],
      payout_destination: ['details', 'masked', 'payee_name'],
      payout_import: ['file_name'],
      payout_payment: ['bank_code', 'payee_name'],
      sanctions_check: ['decided_by', 'matches', 'name', 'reason'],
      signed_agreement: ['consent', 'ip', 'signed_name', 'user_agent'],
      tax_form: ['details', 'ip', 'signed_name', 'tin_masked'],
    },
  },
  trading: {
    basis: 'claims',
    columns: {
      account_checkpoint: ['state'],
      account_dispute: ['decided_by', 'decision_reason', 'message'],
      account_event: ['event'],
      account_note: ['author', 'text'],
      account_suspension: ['reason', 'source'],
      balance_difference: ['own_positions', 'platform_positions', 'reason'],
      certificate: ['facts', 'revocation_reason'],
      conduct_case: ['answer', 'decided_by', 'decision_reason', 'events', 'evidence', 'opened_by'],
      copy_link: ['disarm_reason', 'missed', 'sizing', 'unmatched'],
      copy_log: ['record'],
      fill_amendment: ['amendment', 'original'],
      finding: ['decided_by', 'decision_reason', 'evidence', 'facts'],
      incident_account: ['note'],
      incident_update: ['text'],
      mirrored_day: ['evidence'],
      parked_event: ['event', 'reason'],
      platform_opening: ['reason'],
      platform_report: ['report'],
      platform_task: ['command', 'text'],
      remedy: ['reason'],
      trading_account: [
        'access',
        'access_pending',
        'personal_stop',
        'phase',
        'platform_secret',
        'platform_user',
        'state',
      ],
      trading_progress: ['marks'],
      unread_row: ['file', 'reason', 'value'],
    },
  },
  terminal: {
    basis: 'claims',
    days: 'orderDays',
    columns: {
      trading_order: ['bracket', 'oco_group', 'reason'],
    },
  },
  affiliateLink: {
    basis: 'claims',
    columns: {
      affiliate_click: ['creative', 'link', 'page', 'subs'],
    },
  },
  tickets: {
    basis: 'nameless',
    columns: {
      feature_request: ['message', 'progress_reason', 'title'],
    },
  },
  mails: {
    basis: 'proof',
    days: 'mailDays',
    columns: {
      mail: ['recipient'],
      mailbox: ['html', 'recipient', 'text'],
    },
  },
  statements: {
    basis: 'obligation',
    columns: {
      contract_cancellation: ['email', 'ip', 'name', 'order_given'],
      subscription_cancellation: ['email', 'ends_on', 'ip', 'name', 'order_given', 'reason'],
    },
  },
  changes: {
    basis: 'claims',
    columns: {
      audit: ['action', 'details', 'entity'],
      bulk_run: ['action', 'outcome'],
      risk_action: ['decided_by', 'requested_by'],
    },
  },
};
