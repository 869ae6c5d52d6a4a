import { randomInt } from 'node:crypto';
import { insertRow, isNull, listRows } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx, writeAudit } from '#server/core/deps.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import { encryptCodeHash, isCode } from '../codes/hash.ts';
import type { Person } from '../find-person.ts';

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const codeLength = 10;
const codeCount = 10;

function makeCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Replaces all recovery codes. @returns the new ones, in two groups; only their hashes are stored */
export async function replaceRecoveryCodes(deps: Deps, trx: Trx, personId: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, makeCode);
  await trx.deleteFrom('recovery_code').where('person_id', '=', personId).execute();
  await insertRow(
    trx,
    'recovery_code',
    codes.map((code) => ({
      person_id: personId,
      code_hash: encryptCodeHash(deps.keys, { personId, purpose: 'recovery' }, code),
    })),
  );
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Uses a recovery code once, also under concurrency, and notifies its owner by mail. */
export async function consumeRecoveryCode(deps: Deps, person: Person, code: string): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const rows = await listRows(trx, 'recovery_code', { person_id: person.id, used_at: isNull }, ['code_hash']);
    const owner = { personId: person.id, purpose: 'recovery' } as const;
    const match = rows.find(({ code_hash }) => isCode(deps.keys, owner, code_hash, code.toLowerCase()));
    if (!match) return false;
    const used = await trx
      .updateTable('recovery_code')
      .set({ used_at: deps.clock() })
      .where('person_id', '=', person.id)
      .where('code_hash', '=', match.code_hash)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (used.numUpdatedRows !== 1n) return false;
    await writeAudit(deps, trx, `person:${person.id}`, 'recovery-code-used', ['person', person.id]);
    await notifySecurityEvent(deps, trx, person, 'recovery_used', newId());
    return true;
  });
}
