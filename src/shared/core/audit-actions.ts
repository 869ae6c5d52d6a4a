/**
 * Every action of the audit log, by the list of the back office whose readers may read its entries. The back office
 * has a text for each; `actionText` checks it.
 */
export const auditActionsByList = {
  people: [
    ...['registered', 'email-verified', 'email-changed', 'profile-updated', 'password-changed', 'password-reset'],
    ...['password-set', 'account-deleted', 'role-given', 'role-removed', 'staff-suspended', 'staff-restored'],
    ...['staff-address-corrected', 'staff-change-requested', 'staff-change-declined', 'trader-view-started'],
    ...['trader-view-ended', 'trader-view-expired'],
  ],
  audit: [
    ...['signed-in', 'sign-in-failed', 'second-factor-failed', 'sessions-ended', 'two-factor-on', 'two-factor-off'],
    ...['recovery-codes-renewed', 'recovery-code-used', 'second-factor-reset-requested'],
    ...['second-factor-reset-approved', 'second-factor-reset', 'passkey-added', 'passkey-removed'],
    ...['read-token-created', 'certificate-key-rotated', 'tax-report-exported', 'list-exported'],
    ...['list-export-finished', 'figure-exported', 'view-saved', 'view-renamed', 'view-deleted'],
  ],
  subscriptions: [
    ...['payment-method-changed', 'billing-identity-changed', 'subscription-canceled', 'subscription-ended'],
    ...['subscription-resumed', 'subscription-term-fixed'],
  ],
  orders: [
    ...['order-created', 'order-draft', 'order-awaiting-payment', 'order-processing', 'order-failed'],
    ...['order-canceled', 'order-expired', 'order-paid', 'order-fulfilled', 'order-refunded'],
    ...['partial-refund-settled', 'provider-refund-started', 'provider-refund-settled', 'refund-failed'],
    ...['order-reminded', 'order-start-requested', 'address-corrected', 'coupon-exceeded', 'payment-mismatch'],
    ...['refund-requested', 'refund-by-operator', 'account-of-refunded-order'],
  ],
  chargebacks: ['payment-disputed', 'dispute-won', 'dispute-lost'],
  accounts: [
    ...['account-opened', 'account-access', 'account-credentials-shown', 'account-active', 'account-locked'],
    ...['account-passed', 'account-breached', 'parked-dismissed', 'account-reset', 'account-restored'],
    ...['account-moved', 'account-canceled', 'account-expired', 'account-terminated', 'account-inactive'],
    ...['account-inactivity', 'account-over-limit', 'personal-stop-changed', 'personal-stop-reached'],
    ...['market-data-resumed', 'simulation-started', 'simulation-stopped', 'certificate-issued'],
    'certificate-revoked',
  ],
  disputes: ['account-disputed', 'dispute-decided'],
  findings: [
    ...['account-note', 'risk-requested', 'risk-declined', 'risk-liquidate-only', 'risk-lock', 'risk-liquidate'],
    ...['risk-suspend', 'risk-restore', 'risk-terminate', 'finding-stored', 'finding-case', 'finding-dismissed'],
  ],
  differences: ['balance-differs', 'balance-settled'],
  conduct: ['conduct-opened', 'conduct-answered', 'conduct-upheld', 'conduct-lifted'],
  requests: ['documents-requested', 'document-received', 'document-request-closed'],
  halts: ['halt-requested', 'halt-started', 'halt-declined', 'halt-end-requested', 'halt-kept', 'halt-ended'],
  payouts: [
    ...['payout-access-opened', 'payout-destination-added', 'payout-destination-removed', 'agreement-signed'],
    ...['tax-form-signed', 'payout-requested', 'payout-in-review', 'payout-approval', 'payout-approved'],
    ...['payout-rejected', 'payout-canceled', 'payout-sent', 'payout-recalled', 'payout-paid', 'payout-returned'],
    ...['payout-amount-deducted', 'payout-amount-returned', 'payout-credited', 'payout-promise-ended'],
  ],
  identity: [
    ...['identity-check-started', 'identity-check-review', 'identity-check-retry', 'identity-check-approved'],
    ...['identity-check-declined', 'identity-check-expired', 'document-uploaded', 'document-read'],
    'document-deleted',
  ],
  screenings: ['sanctions-cleared', 'sanctions-confirmed'],
  batches: [
    ...['payout-batch-created', 'payout-batch-draft', 'payout-batch-payment-removed', 'payout-batch-exported'],
    ...['payout-batch-downloaded', 'payout-batch-canceled', 'payout-batch-partly-settled', 'payout-batch-settled'],
    ...['payout-import-applied', 'payout-import-entry-reviewed'],
  ],
  tickets: [
    ...['ticket-replied', 'ticket-noted', 'ticket-assigned', 'ticket-closed', 'ticket-reopened', 'ticket-merged'],
    ...['ticket-deleted', 'ticket-attachment-read', 'ticket-attachment-deleted'],
  ],
  incidents: [
    ...['incident-suspected', 'incident-opened', 'incident-investigating', 'incident-identified'],
    ...['incident-monitoring', 'incident-resolved', 'incident-dismissed', 'incident-accounts'],
    ...['incident-remedied', 'remedy-added', 'remedy-applied'],
  ],
  features: [
    ...['feature-approved', 'feature-declined', 'feature-considered', 'feature-planned', 'feature-in-progress'],
    'feature-done',
  ],
  reviews: ['review-opened', 'review-commented', 'review-claimed', 'review-released', 'review-closed'],
  announcements: ['announcement-created', 'announcement-sent', 'announcement-ended'],
  coupons: ['coupon-created', 'coupon-ended'],
  discounts: ['discount-started', 'discount-ended'],
  newsletter: ['newsletter-requested', 'newsletter-confirmed', 'newsletter-ended'],
  affiliates: [
    ...['affiliate-applied', 'affiliate-approved', 'affiliate-declined', 'affiliate-ended'],
    ...['affiliate-agreement-accepted', 'affiliate-coupon-changed', 'postback-url-saved', 'postback-url-removed'],
    'postback-secret-rotated',
  ],
  commissions: ['commission-allowed', 'commission-refused'],
  closures: ['closure-dry-run', 'closure-requested', 'closure-confirmed', 'closure-withdrawn', 'closure-begun'],
  jobs: ['job-retried'],
  mails: ['mail-resent'],
} as const;

export type AuditAction = (typeof auditActionsByList)[keyof typeof auditActionsByList][number];

export const auditActions = Object.values(auditActionsByList).flat() as [AuditAction, ...AuditAction[]];

/** What an entry can be about. */
export const auditEntities = [
  ...['person', 'address', 'order', 'subscription', 'account', 'certificate', 'certificate-key', 'halt', 'closure'],
  ...['payout', 'payout-destination', 'payout-batch', 'payout-import', 'agreement', 'tax-form', 'tax-report'],
  ...['identity-check', 'document', 'ticket', 'incident', 'feature-request', 'performance-review', 'announcement'],
  ...['discount', 'coupon', 'newsletter', 'affiliate', 'commission', 'job', 'mail', 'list'],
] as const;

export type AuditEntity = (typeof auditEntities)[number];
