import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { submitForgotEmail, verifyForgotEmail } from '#shared/people/contract-password.ts';

/** Requests the reset mail. `$sentTo` is the typed address, whether or not it has an account. */
export function createForgotForm() {
  const $sentTo = atom<string | null>(null);
  const form = createForm({
    contract: submitForgotEmail,
    initial: { email: '' },
    onSuccess: (): void => $sentTo.set(form.$form.get().values.email.trim()),
  });
  return { ...form, $sentTo };
}

/** `dead`: the link no longer works. `done`: the password is set. */
export type ResetState = 'checking' | 'open' | 'dead' | 'done';

const isDead = (status: number) => status === 410 || status === 422;

/** Sets a new password through a mailed link, which is checked before the person types anything. */
export function createResetForm(token: string) {
  const $state = atom<ResetState>('checking');
  const form = createForm({
    contract: verifyForgotEmail,
    initial: { token, password: '', confirm_password: '' },
    onSuccess: () => $state.set('done'),
    onFailure: ({ failure }) => {
      if (failure.kind !== 'status' || failure.status !== 410) return false;
      $state.set('dead');
      return true;
    },
  });

  async function check(): Promise<void> {
    const result = await send(verifyForgotEmail, { body: { token } });
    if (result.ok) return $state.set('open');
    const { failure } = result;
    $state.set(failure.kind === 'status' && isDead(failure.status) ? 'dead' : 'open');
    if ($state.get() === 'open') notifyFailure(failure);
  }

  return { ...form, $state, check };
}
