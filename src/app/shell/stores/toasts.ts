import { atom } from 'nanostores';
import { catalogKeys, catalogRow, type Failure, type ToastType } from '#app/http/failure.ts';
import { callErrorToastMs, invalidTokenStatus, toastMs } from '#shared/core/constants.ts';
import type { ValidationErrors } from '#shared/core/envelope.ts';

const ownKeys = [
  'session_expired',
  'signed_in',
  'copied',
  'code_sent',
  'saved',
  'saved_pending',
  'sent',
  'exported',
  'order_missing',
  'order_arrived',
  'journal_kept',
  'passkey_canceled',
  'passkey_exists',
  'passkey_unsupported',
] as const;

/** Keys of the `calls` strings that toasts use; pages without the app shell need only these. */
export const toastKeys = [...catalogKeys, ...ownKeys] as const;

export type ToastKey = (typeof toastKeys)[number];

/**
 * A key of the `calls` strings, a message that the server has already translated, or the errors of a form's fields,
 * whose labels are looked up where the toast is shown.
 */
export type ToastText = { readonly key: ToastKey } | { readonly text: string } | { readonly fields: ValidationErrors };

export type Toast = {
  readonly id: number;
  readonly type: ToastType;
  readonly message: ToastText;
  readonly closeAfterMs: number;
};

/** Toasts waiting to be shown, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;

export function notify(type: ToastType, message: ToastText, closeAfterMs: number = toastMs): void {
  lastId += 1;
  $toasts.set([...$toasts.get(), { id: lastId, type, message, closeAfterMs }]);
}

/** Removes and returns the waiting toasts, so that each is shown once. */
export function consumeToasts(): readonly Toast[] {
  const waiting = $toasts.get();
  if (waiting.length > 0) $toasts.set([]);
  return waiting;
}

/**
 * Shows a failed call: the fields with their messages in one toast, otherwise the server's message, otherwise the
 * catalog's. An invalid token was already announced when it ended the session.
 */
export function notifyFailure(failure: Failure): void {
  if (failure.kind === 'canceled') return;
  if (failure.kind !== 'status') {
    notify('error', { key: failure.kind }, callErrorToastMs);
    return;
  }
  if (failure.status === invalidTokenStatus) return;
  const { type, key } = catalogRow(failure.status);
  // One toast per form, however many fields are wrong: each field also shows its own message.
  if (Object.keys(failure.fields).length > 0) {
    notify('error', { fields: failure.fields }, callErrorToastMs);
    return;
  }
  notify(type, failure.message ? { text: failure.message } : { key }, callErrorToastMs);
}
