/** The lines of “How long we keep it” in the privacy policy, in the order of every language; each says when it ends. */
export const policyLines = [
  'account',
  'orders',
  'identity',
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
  'statements',
  'changes',
  'newsletter',
  'affiliateLink',
  'signIns',
  'serverLogs',
] as const;

type Kept = {
  readonly line: (typeof policyLines)[number];
  /** The legal reason. */
  readonly because: string;
  /** Columns with text about the person, by table. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
};

/** All that is left of a person who deleted their account. A test compares it with a deletion in every table. */
export const keptAfterDeletion: readonly Kept[] = [
  {
    line: 'orders',
    because: 'tax and commercial law: receipts, and who bought what',
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
        'lines',
        'name',
        'payment_url',
        'postal_code',
        'refund_reason',
      ],
      partial_refund: ['reason'],
      payment_dispute: ['reason'],
      sandbox_payment: ['cancel_url', 'card', 'description', 'email', 'refunds', 'renewals', 'success_url'],
      subscription: ['card_ending', 'end_reason', 'name'],
    },
  },
  {
    line: 'payees',
    because: 'tax and anti-money-laundering law: who was paid, and on what check',
    columns: {
      identity_check: ['decided_by', 'first_name', 'last_name', 'provider_ref', 'reason'],
      identity_event: ['event'],
      payout: ['closed_through', 'quote', 'reason', 'reason_note'],
      payout_destination: ['details', 'masked', 'payee_name'],
      payout_import: ['file_name'],
      payout_payment: ['bank_code', 'payee_name'],
      sanctions_check: ['decided_by', 'matches', 'name', 'reason'],
      signed_agreement: ['consent', 'ip', 'signed_name', 'user_agent'],
      tax_form: ['details', 'ip', 'signed_name', 'tin_masked'],
    },
  },
  {
    line: 'trading',
    because: 'claims from the contract: what an account did and what was decided about it',
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
  {
    line: 'terminal',
    because: 'claims from the contract: how a result came about',
    columns: {
      trading_order: ['bracket', 'oco_group', 'reason'],
    },
  },
  {
    line: 'affiliateLink',
    because: 'claims of affiliates, until their period ends',
    columns: {
      affiliate_click: ['creative', 'link', 'page', 'subs'],
    },
  },
  {
    line: 'orders',
    because: 'tax and commercial law: what an affiliate was paid for',
    columns: {
      affiliate: ['code', 'coupon'],
      affiliate_former_coupon: ['coupon'],
      commission: ['decided_by', 'decision_reason', 'review_reason', 'via'],
    },
  },
  {
    line: 'tickets',
    because: 'published without a name',
    columns: {
      feature_request: ['message', 'progress_reason', 'title'],
    },
  },
  {
    line: 'mails',
    because: 'the mail that confirms the deletion',
    columns: {
      mail: ['recipient'],
      mailbox: ['html', 'recipient', 'text'],
    },
  },
  {
    line: 'statements',
    because: 'consumer law: proof that a contract was ended',
    columns: {
      contract_cancellation: ['email', 'ip', 'name', 'order_given'],
      subscription_cancellation: ['email', 'ends_on', 'ip', 'name', 'order_given', 'reason'],
    },
  },
  {
    line: 'changes',
    because: 'claims: who decided what, in a log that nobody can alter',
    columns: {
      audit: ['action', 'details', 'entity'],
      bulk_run: ['action', 'outcome'],
      risk_action: ['decided_by', 'requested_by'],
    },
  },
];
