import type { SanctionsCause } from '../../../domain/payee/sanctions.ts';
import { sanctionsReviewScore } from '../../../domain/payee/sanctions-match.ts';
import type { Db, Deps, Trx } from '../../deps.ts';
import { newId } from '../../ids.ts';
import type { SanctionsMatch, SanctionsResult } from '../../ports/sanctions/sanctions.ts';
import { queueMail } from '../mail/queue.ts';

export type ComparedPayee = {
  readonly personId: string;
  /** The payee's name, or the verified one. */
  readonly name: string;
};

type SanctionsSubject = {
  readonly cause: SanctionsCause;
  /**
   * The destination, the payout (also for a `payment` by hand) or the batch. Each person is checked once per edition
   * of the list.
   */
  readonly subjectId: string;
};

type Compared = ComparedPayee & SanctionsResult & { readonly close: readonly SanctionsMatch[] };

/** Compares a payee with the sanctions list and stores the result, as `checkAllSanctions` does. */
export async function checkSanctions(
  deps: Deps,
  trx: Trx,
  { personId, name, ...subject }: ComparedPayee & SanctionsSubject,
): Promise<void> {
  await checkAllSanctions(deps, trx, [{ personId, name }], subject);
}

/**
 * Compares payees with the sanctions list and stores the results, with a fixed number of queries. A match from 0.85 on
 * waits for somebody's decision, unless the same matches of the person were cleared before; nothing is ever refused
 * automatically. Of a person with several names the first is compared.
 */
export async function checkAllSanctions(
  deps: Deps,
  trx: Trx,
  payees: readonly ComparedPayee[],
  { cause, subjectId }: SanctionsSubject,
): Promise<void> {
  const compared = new Map<string, Compared>();
  for (const payee of payees) {
    if (compared.has(payee.personId)) continue;
    const result = await deps.sanctions.check(payee.name);
    const close = result.matches.filter(({ score }) => score >= sanctionsReviewScore);
    compared.set(payee.personId, { ...payee, ...result, close });
  }
  if (compared.size === 0) return;
  const cleared = await listCleared(
    trx,
    [...compared.values()].filter(({ close }) => close.length > 0),
  );
  const stored = await trx
    .insertInto('sanctions_check')
    .values(
      [...compared.values()].map(({ personId, name, listVersion, matches, close }) => {
        const isClear = listVersion !== null && close.every(({ entryId }) => cleared.has(`${personId} ${entryId}`));
        return {
          ...{ id: newId(), person_id: personId, name, cause, subject_id: subjectId },
          status: isClear ? ('clear' as const) : ('review' as const),
          list_version: listVersion ?? '',
          score: matches[0]?.score ?? 0,
          matches: JSON.stringify(matches),
          checked_at: deps.clock(),
        };
      }),
    )
    .onConflict((conflict) => conflict.columns(['person_id', 'cause', 'subject_id', 'list_version']).doNothing())
    .returning(['id', 'person_id', 'status'])
    .execute();
  for (const { id, person_id: personId, status } of stored) {
    if (status !== 'review') continue;
    await queueMail(deps, trx, {
      dedupeKey: `sanctions:${id}`,
      recipient: deps.catalog.site.supportEmail,
      locale: 'en',
      template: 'sanctions-firm',
      values: { checkId: id, personId, score: compared.get(personId)?.matches[0]?.score ?? null },
    });
  }
}

/** The entries, as `<person> <entry>`, of which staff have cleared the people who match them. */
async function listCleared(trx: Trx, payees: readonly Compared[]): Promise<ReadonlySet<string>> {
  if (payees.length === 0) return new Set();
  const cleared = await trx
    .selectFrom('sanctions_check')
    .select(['person_id', 'matches'])
    .where(
      'person_id',
      'in',
      payees.map(({ personId }) => personId),
    )
    .where('status', '=', 'cleared')
    .execute();
  return new Set(cleared.flatMap(({ person_id, matches }) => matches.map(({ entryId }) => `${person_id} ${entryId}`)));
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
