import { atom } from 'nanostores';
import { type Result, send } from '#app/http/call.ts';
import type { Call } from '#shared/core/call.ts';
import { reauthenticationSchema } from '#shared/people/reauthentication.ts';

/** `passkey`: whether the person may also confirm by passkey. */
type Methods = { readonly twoFactor: boolean; readonly passkey: boolean };

export type Question = Methods & { readonly answer: (isProven: boolean) => void };

export const $reauthentication = atom<Question | null>(null);

function findChallenge<C extends Call>(result: Result<C>): Methods | undefined {
  if (result.ok || result.failure.kind !== 'status' || result.failure.status !== 403) return undefined;
  const required = reauthenticationSchema.safeParse(result.failure.data);
  return required.success ? { twoFactor: required.data.two_factor, passkey: required.data.passkey } : undefined;
}

function askForProof(methods: Methods): Promise<boolean> {
  $reauthentication.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (isProven: boolean) => {
      $reauthentication.set(null);
      resolve(isProven);
    };
    $reauthentication.set({ ...methods, answer });
  });
}

/** Like `send`, but asks for reauthentication when the server requires it, then retries. */
export const sendConfirmed: typeof send = async (contract, parts) => {
  const result = await send(contract, parts);
  const question = findChallenge(result);
  if (!question) return result;
  return (await askForProof(question)) ? send(contract, parts) : { ok: false, failure: { kind: 'canceled' } };
};
