/**
 * `-from` limits count per network, `-address` limits count all signed-out attempts on one email address; beyond the
 * limit, a captcha is required. The others count by a key of the caller's choice.
 */
export type LimitName =
  | 'login'
  | 'login-from'
  | 'login-address'
  | 'register-from'
  | 'form-from'
  | 'report-from'
  | 'search-again'
  | 'second-factor'
  | 'code-from'
  | 'code-address'
  | 'code-hour'
  | 'declaration'
  | 'declaration-unknown'
  | 'mail-code'
  | 'mail-to'
  | 'mail-to-all'
  | 'mail-to-staff'
  | 'mail'
  | 'captcha-from'
  | 'order'
  | 'quote'
  | 'trading'
  | 'trading-exit'
  | 'document'
  | 'write'
  | 'read';
