import type { Deps, RequestContext } from '#server/core/deps.ts';
import { decryptText, encryptText } from '#server/core/encryption.ts';
import { mailCode } from '../codes/mail-code.ts';
import { joinResetToken } from './reset-token.ts';

export const passwordLinkContext = 'password-link';

/**
 * Requests a password link by mail. A job does the rest, so that neither the response nor its timing reveals
 * whether the address is known.
 */
export async function requestPasswordReset(deps: Deps, email: string, { network }: RequestContext): Promise<void> {
  await deps.limits.take('mail', `${network}:reset:${email}`);
  await deps.jobs.send(deps.db, 'mail-password-link', {
    encryptedEmail: encryptText(deps.keys, passwordLinkContext, email),
  });
}

/** Mails the link if the address is known. */
export async function mailPasswordLink(deps: Deps, encryptedEmail: string): Promise<void> {
  await mailCode(deps, decryptText(deps.keys, passwordLinkContext, encryptedEmail), {
    purpose: 'reset-password',
    template: 'reset-password',
    mayReceive: () => true,
    values: (_person, { id, code }) => ({ token: joinResetToken(id, code) }),
  });
}
