import { tokenLifetimeMinutes } from '../../../contract/constants.ts';
import type { Db, Deps, Trx, Visitor } from '../../deps.ts';
import { newId, newToken, sha256 } from '../../ids.ts';

/** Signs somebody in. @returns the token; the database keeps its hash alone */
export async function openSession(deps: Deps, executor: Db | Trx, personId: string, visitor: Visitor): Promise<string> {
  const token = newToken();
  const now = deps.clock();
  await executor
    .insertInto('session')
    .values({
      id: newId(),
      person_id: personId,
      token_hash: sha256(token),
      created_at: now,
      expires_at: new Date(now.getTime() + tokenLifetimeMinutes * 60_000),
      user_agent: visitor.userAgent,
      ip: visitor.ip,
    })
    .execute();
  return token;
}
