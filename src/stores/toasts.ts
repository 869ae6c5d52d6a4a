import { atom } from 'nanostores';
import { catalogueKeys, catalogueRow, type Failure, type ToastType } from '../client/failure.ts';
import { callErrorToastMs, toastMs } from '../contract/constants.ts';

const ownKeys = ['session_expired', 'signed_in', 'copied', 'code_sent', 'saved', 'exported'] as const;

/** The `calls` strings that a toast can say: a page that shows toasts and no frame needs no others. */
export const toastKeys = [...catalogueKeys, ...ownKeys] as const;

export type ToastKey = (typeof toastKeys)[number];

/** A sentence of the `calls` strings, or one that came from the server in the reader's language already. */
export type ToastText = { readonly key: ToastKey } | { readonly text: string };

export type Toast = {
  readonly id: number;
  readonly type: ToastType;
  readonly message: ToastText;
  readonly closeAfterMs: number;
};

/** Notices nobody has shown yet, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;

export function notify(type: ToastType, message: ToastText, closeAfterMs: number = toastMs): void {
  lastId += 1;
  $toasts.set([...$toasts.get(), { id: lastId, type, message, closeAfterMs }]);
}

/** Hands the waiting toasts to whoever shows them, each once. */
export function takeToasts(): readonly Toast[] {
  const waiting = $toasts.get();
  if (waiting.length > 0) $toasts.set([]);
  return waiting;
}

const invalidToken = 498;

/**
 * Tells a failed call as the error catalogue has it: field messages one by one, else the server's words, else ours.
 * That a token is invalid was told when the session was ended for it.
 */
export function notifyFailure(failure: Failure): void {
  if (failure.kind === 'cancelled') return;
  if (failure.kind !== 'status') {
    notify('error', { key: failure.kind }, callErrorToastMs);
    return;
  }
  if (failure.status === invalidToken) return;
  const { type, key } = catalogueRow(failure.status);
  // Five empty fields are one sentence: each field says it where it stands.
  const sentences = new Set(Object.values(failure.fields).flat());
  if (sentences.size > 0) {
    for (const text of sentences) notify('error', { text }, callErrorToastMs);
    return;
  }
  notify(type, failure.message ? { text: failure.message } : { key }, callErrorToastMs);
}
