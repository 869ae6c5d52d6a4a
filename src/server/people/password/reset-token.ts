import { above, findRow, isNull } from '#server/core/database/rows.ts';
import { type Deps, ServiceError } from '#server/core/deps.ts';
import { isCode } from '../codes/hash.ts';
import { getPerson } from '../find-person.ts';

const idLength = 22;

/** The link has no address, so the token contains the code's id, then the code. */
export function joinResetToken(codeId: string, code: string): string {
  return codeId + code;
}

/** Links that set a password: the mailed reset link, and a staff member's invitation. */
const purposes = ['reset-password', 'staff-invitation'] as const;

/** @throws {ServiceError} 410 for a forged, used, replaced or expired token */
export async function getResetCode(deps: Deps, token: string) {
  const [codeId, code] = [token.slice(0, idLength), token.slice(idLength)];
  const row = await findRow(deps.db, 'email_code', {
    id: codeId,
    purpose: purposes,
    used_at: isNull,
    expires_at: above(deps.clock()),
  });
  const purpose = row?.purpose === 'staff-invitation' ? row.purpose : ('reset-password' as const);
  const owner = { personId: row?.person_id ?? '', purpose } as const;
  if (!row || !isCode(deps.keys, owner, row.code_hash, code)) throw new ServiceError(410, 'link_used');
  const newest = await deps.db
    .selectFrom('email_code')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('person_id', '=', row.person_id)
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow();
  if (newest.number !== row.number) throw new ServiceError(410, 'link_used');
  return { person: await getPerson(deps.db, row.person_id), codeId, code, purpose };
}
