import { findRow, listRows } from '#server/core/database/rows.ts';
import { type Db, type Deps, newId, type Trx } from '#server/core/deps.ts';
import { queueMail, staffOf } from '#server/messages/mail/queue.ts';
import type { SanctionsCause } from '#shared/payouts/payees/sanctions.ts';
import { sanctionsReviewScore } from '#shared/payouts/payees/sanctions-match.ts';
import type { SanctionsMatch, SanctionsResult } from '../ports/sanctions/sanctions.ts';

export type ScreenedPayee = {
  readonly personId: string;
  /** The payee's name, or the verified one. */
  readonly name: string;
};

type SanctionsSubject = {
  readonly cause: SanctionsCause;
  /**
   * The destination, the payout (also for a `payment` by hand) or the batch. Each person is checked once per subject
   * and edition of the list.
   */
  readonly subjectId: string;
};

type ScreeningResult = ScreenedPayee & SanctionsResult & { readonly closeMatches: readonly SanctionsMatch[] };

/** Screens one payee, like `checkAllSanctions`. */
export async function checkSanctions(
  deps: Deps,
  trx: Trx,
  { personId, name, ...subject }: ScreenedPayee & SanctionsSubject,
): Promise<void> {
  await checkAllSanctions(deps, trx, [{ personId, name }], subject);
}

/**
 * Screens payees against the sanctions list and stores the results, with a fixed number of queries. A score of 0.85 or
 * more needs a decision by staff, unless they cleared the same matches of the person before; nothing is refused
 * automatically. If a person has several names, only the first is screened.
 */
export async function checkAllSanctions(
  deps: Deps,
  trx: Trx,
  payees: readonly ScreenedPayee[],
  { cause, subjectId }: SanctionsSubject,
): Promise<void> {
  const screened = new Map<string, ScreeningResult>();
  for (const payee of payees) {
    if (screened.has(payee.personId)) continue;
    const result = await deps.sanctions.check(payee.name);
    const closeMatches = result.matches.filter(({ score }) => score >= sanctionsReviewScore);
    screened.set(payee.personId, { ...payee, ...result, closeMatches });
  }
  if (screened.size === 0) return;
  const cleared = await listCleared(
    trx,
    [...screened.values()].filter(({ closeMatches }) => closeMatches.length > 0),
  );
  const stored = await trx
    .insertInto('sanctions_check')
    .values(
      [...screened.values()].map(({ personId, name, listVersion, matches, closeMatches }) => {
        const isClear =
          listVersion !== null && closeMatches.every(({ entryId }) => cleared.has(`${personId} ${entryId}`));
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
    await queueMail(deps, trx, staffOf(deps), 'sanctions-staff', `sanctions:${id}`, {
      checkId: id,
      personId,
      score: screened.get(personId)?.matches[0]?.score ?? null,
    });
  }
}

/** Pairs of `<person> <entry>` that staff have cleared. */
async function listCleared(trx: Trx, payees: readonly ScreeningResult[]): Promise<ReadonlySet<string>> {
  if (payees.length === 0) return new Set();
  const cleared = await listRows(
    trx,
    'sanctions_check',
    { person_id: payees.map(({ personId }) => personId), status: 'cleared' },
    ['person_id', 'matches'],
  );
  return new Set(cleared.flatMap(({ person_id, matches }) => matches.map(({ entryId }) => `${person_id} ${entryId}`)));
}

/** Why a person's payouts can't be approved for now: an undecided or a confirmed match; null if they can. */
export async function findSanctionsHold(db: Db | Trx, personId: string): Promise<'review' | 'confirmed' | null> {
  const held = await findRow(
    db,
    'sanctions_check',
    { person_id: personId, status: ['review', 'confirmed'] },
    ['status'],
    'status',
  );
  return held?.status === 'review' || held?.status === 'confirmed' ? held.status : null;
}
