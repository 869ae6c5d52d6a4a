import { atom } from 'nanostores';
import { type Result, send } from '#app/http/call.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { consumeLinkCode } from '#app/shell/stores/navigation.ts';
import { $session } from '#app/shell/stores/session.ts';
import { notify } from '#app/shell/stores/toasts.ts';
import { invalidTokenStatus } from '#shared/core/constants.ts';
import { confirmPayoutAccess, requestPayoutAccess } from '#shared/payouts/contract-access.ts';

/**
 * The access that the mailed code opened. It lives as long as this page: browser storage holds only the session's keys.
 */
export const $payoutAccess = atom<{ readonly token: string; readonly expiresAt: number } | null>(null);

/** The address that a code was sent to; null until then. */
export const $codeSentTo = atom<string | null>(null);

/** Sends a call of the payout screens with the session or, without one, with the mailed code's access. */
export const sendForPayouts: typeof send = async (contract, parts) => {
  const access = $payoutAccess.get();
  const { status } = $session.get();
  // The session has just ended and said so; an answer that asks to sign in would be a second message.
  if (status === 'logged-out' && access === null) return { ok: false, failure: { kind: 'canceled' } };
  if (status === 'verified' || access === null) return send(contract, parts);
  const result: Result<typeof contract> = await send(contract, { ...parts, bearer: access.token });
  if (!result.ok && result.failure.kind === 'status' && result.failure.status === invalidTokenStatus) {
    $payoutAccess.set(null);
    askForAddress();
  }
  return result;
};

export function createAccessForm() {
  const form = createForm({
    contract: requestPayoutAccess,
    initial: { email: '' },
    onSuccess: (): void => {
      $codeSentTo.set(form.$form.get().values.email);
      notify('success', { key: 'code_sent' });
    },
  });
  return form;
}

export function askForAddress(): void {
  $codeSentTo.set(null);
  $payoutLink.set(null);
}

/** The address and code of a mailed link; null without one. */
export const $payoutLink = atom<{ readonly email: string; readonly code: string } | null>(null);

/** Reads the mailed link that opened the page, or that was opened in its tab. @returns a function that stops */
export function followPayoutLink(): () => void {
  const read = () => {
    const { code, email } = consumeLinkCode();
    if (code && email) $payoutLink.set({ code, email });
  };
  read();
  globalThis.addEventListener('hashchange', read);
  return () => globalThis.removeEventListener('hashchange', read);
}

export function createCodeForm(email: string, code = '') {
  /** Whether the mailed code was right and the second factor is missing. */
  const $needsAuthenticator = atom(false);
  const form = createForm({
    contract: confirmPayoutAccess,
    initial: { email, code, authenticator: '', captcha: '' },
    onFailure: ({ failure }) => {
      // A link that no longer works gives way to the field for the address.
      if (failure.kind === 'status' && (failure.status === 410 || failure.fields.code)) $payoutLink.set(null);
      if (failure.kind !== 'status' || failure.status !== 403) return false;
      $needsAuthenticator.set(true);
      return true;
    },
    onSuccess: ({ data }) => $payoutAccess.set({ token: data.accessToken, expiresAt: data.expiresAt }),
  });
  return { ...form, $needsAuthenticator };
}
