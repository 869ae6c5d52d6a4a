import { atom } from 'nanostores';
import { readStored } from '#app/http/browser-storage.ts';
import { send } from '#app/http/call.ts';
import type { Failure } from '#app/http/failure.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { currentLocale, goTo } from '#app/shell/stores/navigation.ts';
import { forgetSavedForm } from '#app/shell/stores/saved-form.ts';
import { completeSignIn } from '#app/shell/stores/session.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import { pathTo } from '#routes.ts';
import { storageKeys } from '#shared/core/constants.ts';
import * as calls from '#shared/people/contract.ts';
import { type PasskeyAssertion, signInWithPasskey, startPasskeySignIn } from '#shared/people/contract-passkeys.ts';
import { isTypedCode } from '#shared/people/typed-code.ts';
import { askForPasskey } from './passkeys.ts';

/** After too many attempts by others on an address, each further attempt needs a solved captcha. */
function needsCaptcha(failure: Failure): boolean {
  return failure.kind === 'status' && failure.fields.captcha !== undefined;
}

/** How many attempts the code has left; null if the response doesn't say. */
function readAttemptsLeft(failure: Failure): number | null {
  const counted = calls.attemptsLeftSchema.safeParse(failure.kind === 'status' ? failure.data : null);
  return counted.success ? counted.data.attemptsLeft : null;
}

async function signInByPasskey(passkey: PasskeyAssertion): Promise<void> {
  const result = await send(signInWithPasskey, { body: { passkey } });
  if (!result.ok) notifyFailure(result.failure);
  else if (result.token && result.user) await completeSignIn(result.token, result.user);
}

/** The sign-in form. Signing in succeeds only if the response has a token. */
export function createSignInForm() {
  /** True if the password was right and a two-step code is needed. */
  const $needsCode = atom(false);
  const $needsCaptcha = atom(false);
  const $isAsking = atom(false);
  const $attemptsLeft = atom<number | null>(null);
  const form = createForm({
    contract: calls.submitLogin,
    initial: { email: '', password: '', code: '' },
    onFailure: ({ failure }) => {
      form.set('passkey', undefined);
      $attemptsLeft.set(readAttemptsLeft(failure));
      if (needsCaptcha(failure)) $needsCaptcha.set(true);
      if (failure.kind !== 'status' || failure.status !== 403) return false;
      $needsCode.set(true);
      return true;
    },
    onSuccess: async ({ token, user }) => {
      if (!token || !user) return notify('error', { key: 'unexpected' });
      await completeSignIn(token, user);
      // The guard redirects verified people, as it does for anyone who opens the screen signed in.
      if (user.email_verified !== 1) goTo(pathTo('emailVerification', { email: user.email }, currentLocale()));
    },
  });

  /** Signs in by passkey alone, or as the second step after the password. */
  async function submitPasskey(): Promise<void> {
    if ($isAsking.get()) return;
    $isAsking.set(true);
    try {
      const passkey = await askForPasskey(startPasskeySignIn);
      if (!passkey) return;
      if (!$needsCode.get()) return await signInByPasskey(passkey);
      form.set('passkey', passkey);
      await form.submit();
    } finally {
      $isAsking.set(false);
    }
  }

  return { ...form, $needsCode, $needsCaptcha, $attemptsLeft, $isAsking, submitPasskey };
}

export function createRegisterForm() {
  const form = createForm({
    contract: calls.register,
    initial: {
      first_name: '',
      last_name: '',
      email: '',
      password: '',
      confirm_password: '',
      country: '',
      termsUse: 0,
      captcha: '',
    },
    onSuccess: () => {
      const { email } = form.$form.get().values;
      forgetSavedForm();
      goTo(pathTo('emailVerification', { email: email.trim() }, currentLocale()));
    },
  });
  return form;
}

export function createVerificationForm(email: string, code: string) {
  /** Whether the code was right and the person must choose a password, because this browser did not register. */
  const $choosesPassword = atom(false);
  const $needsCaptcha = atom(false);
  const $attemptsLeft = atom<number | null>(null);
  const form = createForm({
    contract: calls.verifyEmail,
    initial: { email, code, browserSessionId: readStored(storageKeys.sessionId) ?? undefined },
    onFailure: ({ failure }) => {
      $attemptsLeft.set(readAttemptsLeft(failure));
      if (needsCaptcha(failure)) $needsCaptcha.set(true);
      const isRight = failure.kind === 'status' && failure.fields.password !== undefined;
      // A link that no longer works gives way to the field for the code.
      if (failure.kind === 'status' && !isRight && !isTypedCode(form.$form.get().values.code)) form.set('code', '');
      if ($choosesPassword.get() || !isRight) return false;
      $choosesPassword.set(true);
      return true;
    },
    onSuccess: async ({ token, user }) => {
      if (token && user) await completeSignIn(token, user);
      else goTo(pathTo('signIn', {}, currentLocale()));
    },
  });
  return { ...form, $choosesPassword, $needsCaptcha, $attemptsLeft };
}

export async function resendCode(email: string): Promise<boolean> {
  const result = await send(calls.resendEmail, { body: { email } });
  if (result.ok) notify('success', { key: 'code_sent' });
  else notifyFailure(result.failure);
  return result.ok;
}

export function createPasswordSetForm(email: string, code: string) {
  return createForm({
    contract: calls.setPassword,
    initial: { email, code, password: '', confirm_password: '' },
    onSuccess: async ({ token, user }) => {
      if (token && user) await completeSignIn(token, user);
      else goTo(pathTo('signIn', {}, currentLocale()));
    },
  });
}
