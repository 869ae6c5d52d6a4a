import type { SanctionsCause, SanctionsStatus } from '../../../domain/payee/sanctions.ts';
import { sanctionsReviewScore } from '../../../domain/payee/sanctions-match.ts';
import type { Db, Deps, Trx } from '../../deps.ts';
import { newId } from '../../ids.ts';
import type { SanctionsMatch } from '../../ports/sanctions/sanctions.ts';
import { queueMail } from '../mail/queue.ts';

type SanctionsSubject = {
  readonly personId: string;
  /** The payee's name, or the verified one. */
  readonly name: string;
  readonly cause: SanctionsCause;
  /** What it is about: the destination, the payout or the batch. Each is checked once per edition of the list. */
  readonly subjectId: string;
};

/**
 * Compares a payee with the sanctions list and stores the result. A match from 0.85 on waits for somebody's decision,
 * unless the same matches of the person were cleared before; nothing is ever refused automatically.
 */
export async function checkSanctions(
  deps: Deps,
  trx: Trx,
  { personId, name, cause, subjectId }: SanctionsSubject,
): Promise<SanctionsStatus> {
  const { listVersion, matches } = await deps.sanctions.check(name);
  const earlier = await trx
    .selectFrom('sanctions_check')
    .select('status')
    .where('person_id', '=', personId)
    .where('cause', '=', cause)
    .where('subject_id', '=', subjectId)
    .where('list_version', '=', listVersion ?? '')
    .executeTakeFirst();
  if (earlier) return earlier.status;
  const close = matches.filter(({ score }) => score >= sanctionsReviewScore);
  const isClear = listVersion !== null && (close.length === 0 || (await wereCleared(trx, personId, close)));
  const status = isClear ? 'clear' : 'review';
  const id = newId();
  await trx
    .insertInto('sanctions_check')
    .values({
      ...{ id, person_id: personId, name, cause, subject_id: subjectId, status },
      list_version: listVersion ?? '',
      score: matches[0]?.score ?? 0,
      matches: JSON.stringify(matches),
      checked_at: deps.clock(),
    })
    .execute();
  if (status === 'review') {
    await queueMail(deps, trx, {
      dedupeKey: `sanctions:${id}`,
      recipient: deps.catalog.site.supportEmail,
      locale: 'en',
      template: 'sanctions-firm',
      values: { checkId: id, personId, score: matches[0]?.score ?? null },
    });
  }
  return status;
}

/** Whether staff have cleared the person of each of these entries. */
async function wereCleared(trx: Trx, personId: string, close: readonly SanctionsMatch[]): Promise<boolean> {
  const cleared = await trx
    .selectFrom('sanctions_check')
    .select('matches')
    .where('person_id', '=', personId)
    .where('status', '=', 'cleared')
    .execute();
  const entries = new Set(cleared.flatMap(({ matches }) => matches.map(({ entryId }) => entryId)));
  return close.every(({ entryId }) => entries.has(entryId));
}

/** Why a person's payouts can't be approved for now: a match to decide, or a confirmed one; null if they can. */
export async function findSanctionsHold(db: Db | Trx, personId: string): Promise<'review' | 'confirmed' | null> {
  const held = await db
    .selectFrom('sanctions_check')
    .select('status')
    .where('person_id', '=', personId)
    .where('status', 'in', ['review', 'confirmed'])
    .orderBy('status')
    .executeTakeFirst();
  return held?.status === 'review' || held?.status === 'confirmed' ? held.status : null;
}
