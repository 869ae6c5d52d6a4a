/** Why something can't be bought, for quotes and orders. */
export const purchaseErrors = [
  ...['no_token', 'not_found', 'account_suspended', 'activation_done', 'activation_early', 'activation_none'],
  ...['activation_refunded', 'activation_underway', 'add_on_included', 'bill_settled', 'closing'],
  ...['copier_unavailable', 'data_contained', 'data_included', 'data_no_account', 'data_running', 'not_orderable'],
  ...['order_pending', 'renew_none', 'renew_paid', 'renew_passed', 'reset_none', 'reset_passed', 'reset_payout'],
  ...['reset_unpaid', 'reset_untouched', 'review_done', 'review_early', 'thor_contained', 'thor_running'],
  'trial_used',
] as const;
