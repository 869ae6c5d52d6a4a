import { above, isNull, listRows } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { codeResendDelaySeconds } from '#shared/core/constants.ts';
import type { CodePurpose } from '../tables.ts';

/** A second click or tab within this time sends no second mail. */
const resendAfterMs = codeResendDelaySeconds * 1_000;
/** An address gets at most `maxMails` within this time, no matter who requests them; the newest code stays valid. */
const windowMs = 15 * 60_000;
const maxMails = 5;

/** Whether the person has an unused code from a moment ago, or has been sent too many recently. */
export async function hasFreshCode(deps: Deps, trx: Trx, personId: string, purpose: CodePurpose): Promise<boolean> {
  const now = deps.clock().getTime();
  const rows = await listRows(
    trx,
    'email_code',
    { person_id: personId, purpose, used_at: isNull, created_at: above(new Date(now - windowMs)) },
    ['created_at'],
  );
  return rows.length >= maxMails || rows.some(({ created_at }) => created_at.getTime() > now - resendAfterMs);
}
