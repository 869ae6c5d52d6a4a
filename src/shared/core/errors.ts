import type errors from '#locales/en/errors.json';
import { invalidTokenStatus } from './constants.ts';

/** Statuses of expected errors. Every other failure is a bug and a 500. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 406 | 409 | 410 | 422 | 429 | typeof invalidTokenStatus | 503;

/**
 * Codes of a 500, and of a 503 while this copy isn't ready, or the database or the sanctions list is unavailable. Any call
 * may return one; services don't throw them.
 */
export type ServerErrorCode = 'unexpected' | 'unavailable' | 'not_ready';

/** Statuses of the codes that aren't a conflict. */
const otherStatuses = {
  approver_new: 403,
  bad_body: 400,
  bad_signature: 401,
  batch_second_person: 403,
  body_large: 400,
  captcha: 422,
  captcha_unavailable: 503,
  code_needed: 403,
  code_used: 410,
  conduct_late: 410,
  confirm_first: 403,
  dispute_late: 410,
  idempotency_key: 400,
  identity_unavailable: 503,
  invalid: 422,
  link_used: 410,
  login_failed: 422,
  market_full: 503,
  no_such_call: 404,
  no_token: 401,
  not_allowed: 403,
  not_found: 404,
  not_verified: 403,
  own_case: 403,
  passkey_failed: 422,
  payment_unavailable: 503,
  read_token_scope: 403,
  second_factor_needed: 403,
  second_person: 403,
  sign_in_suspended: 403,
  sign_in_to_close: 403,
  ticket_link_expired: 410,
  token_invalid: invalidTokenStatus,
  too_many: 429,
  view_only: 403,
} as const satisfies Partial<Record<keyof typeof errors, ErrorStatus>>;

/** All error codes of the API: those with a text, so that a code without one doesn't compile. */
export type ErrorCode = Exclude<keyof typeof errors, ServerErrorCode>;

export type StatusOf<Code extends ErrorCode> = Code extends keyof typeof otherStatuses
  ? (typeof otherStatuses)[Code]
  : 409;

export function errorStatus<Code extends ErrorCode>(code: Code): StatusOf<Code> {
  return ((otherStatuses as Partial<Record<ErrorCode, ErrorStatus>>)[code] ?? 409) as StatusOf<Code>;
}
