import { createHmac, randomInt } from 'node:crypto';
import type { Deps, Keys, Trx } from '../../deps.ts';
import { newId } from '../../ids.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Person } from '../person/find-person.ts';
import { notifySecurityEvent } from '../person/notify-security-event.ts';

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const codeLength = 10;
const codeCount = 10;

function makeCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function hashRecovery(keys: Keys, personId: string, code: string): string {
  return createHmac('sha256', keys.derive('recovery-code')).update(`${personId}\n${code}`).digest('base64url');
}

/** Replaces all recovery codes. @returns the new ones in two groups; only their hashes are stored */
export async function replaceRecoveryCodes(deps: Deps, trx: Trx, personId: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, makeCode);
  await trx.deleteFrom('recovery_code').where('person_id', '=', personId).execute();
  await trx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ person_id: personId, code_hash: hashRecovery(deps.keys, personId, code) })))
    .execute();
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Uses a recovery code once, also under concurrency, and notifies its owner by mail. */
export async function takeRecoveryCode(deps: Deps, person: Person, code: string): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const used = await trx
      .updateTable('recovery_code')
      .set({ used_at: deps.clock() })
      .where('person_id', '=', person.id)
      .where('code_hash', '=', hashRecovery(deps.keys, person.id, code.toLowerCase()))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (used.numUpdatedRows !== 1n) return false;
    const entry = { actor: `person:${person.id}`, entity: 'person', entityId: person.id };
    await writeAudit(deps, trx, { ...entry, action: 'recovery-code-used' });
    await notifySecurityEvent(deps, trx, person, 'recovery_used', newId());
    return true;
  });
}
