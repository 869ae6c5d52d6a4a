import type errors from '../../public/locales/en/errors.json';

/** Statuses of expected errors; anything else that fails is our bug and a 500. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 406 | 409 | 410 | 422 | 429 | 498 | 503;

/** The codes of a 500, and of a 503 while the database is away. Any call may end with one; no service throws them. */
export type OwnFault = 'unexpected' | 'unavailable';

/**
 * All error codes of the API with their statuses. The keys match the `errors` strings: a code without a text
 * doesn't compile, and neither does a text without a code.
 */
export const errorStatuses = {
  account_suspended: 409,
  activation_done: 409,
  activation_early: 409,
  activation_none: 409,
  bad_body: 400,
  bad_signature: 401,
  bill_settled: 409,
  body_large: 400,
  captcha: 422,
  captcha_unavailable: 503,
  card_not_needed: 409,
  code_needed: 403,
  code_used: 410,
  conduct_decided: 409,
  conduct_early: 409,
  conduct_ended: 409,
  conduct_late: 410,
  conduct_open: 409,
  confirm_first: 403,
  conflict: 409,
  coupon_used: 409,
  data_included: 409,
  data_running: 409,
  delete_busy: 409,
  destination_in_use: 409,
  destination_limit: 409,
  dispute_filed: 409,
  dispute_late: 410,
  document_busy: 409,
  event_too_old: 409,
  idempotency_conflict: 409,
  idempotency_key: 400,
  identity_closed: 409,
  identity_incomplete: 409,
  identity_not_decidable: 409,
  identity_unavailable: 503,
  invalid: 422,
  last_second_factor: 409,
  link_used: 410,
  login_failed: 422,
  no_such_call: 404,
  no_token: 401,
  not_activatable: 409,
  not_allowed: 403,
  not_found: 404,
  not_orderable: 409,
  not_refundable: 409,
  not_resettable: 409,
  not_verified: 403,
  order_replaced: 409,
  ordered_before: 409,
  outcome_not_possible: 409,
  passkey_failed: 422,
  passkeys_full: 409,
  payment_unavailable: 503,
  payout_changed: 409,
  payout_conditions: 409,
  payout_money: 409,
  payout_open: 409,
  payout_requirements: 409,
  payout_settled: 409,
  payout_step: 409,
  price_changed: 409,
  renew_none: 409,
  renew_paid: 409,
  renew_passed: 409,
  reset_none: 409,
  reset_passed: 409,
  review_early: 409,
  second_factor_needed: 403,
  start_not_possible: 409,
  subscription_over: 409,
  token_invalid: 498,
  too_many: 429,
  trial_used: 409,
  votes_of_place: 409,
} as const satisfies Record<Exclude<keyof typeof errors, OwnFault>, ErrorStatus>;

export type ErrorCode = keyof typeof errorStatuses;

export type StatusOf<Code extends ErrorCode> = (typeof errorStatuses)[Code];
