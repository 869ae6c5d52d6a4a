import type { Deps, RequestContext } from '#server/core/deps.ts';
import { decryptText, encryptText } from '#server/core/encryption.ts';
import { mailCode } from '#server/people/codes/mail-code.ts';

/** The encryption context of an address that waits for its code. */
export const payoutCodeContext = 'payout-code';

/**
 * Requests a code for someone signed out. A job does the rest, so that neither the reply nor its time reveals whether
 * the address is known.
 */
export async function requestAccess(deps: Deps, email: string, { network }: RequestContext): Promise<void> {
  await deps.limits.take('mail', `${network}:payout:${email}`);
  await deps.jobs.send(deps.db, 'mail-payout-code', {
    encryptedEmail: encryptText(deps.keys, payoutCodeContext, email),
  });
}

/** Mails the code if the address is known and verified. */
export async function mailPayoutCode(deps: Deps, encryptedEmail: string): Promise<void> {
  await mailCode(deps, decryptText(deps.keys, payoutCodeContext, encryptedEmail), {
    purpose: 'payout-access',
    linkPurpose: 'payout-link',
    template: 'payout-access',
    mayReceive: ({ email_verified_at, suspended_at }) => email_verified_at !== null && suspended_at === null,
    values: ({ email: address }, { code, linkCode }) => ({ address, code, linkCode }),
  });
}
