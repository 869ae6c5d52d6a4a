import { type Catalog, getAccountRules } from '../../../content/catalog.ts';
import { rulesForPhase } from '../../../domain/rules/for-phase.ts';
import type { StoredAccount } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { rulesOf } from '../account/rules-of.ts';
import { calculateReport } from './calculate.ts';
import { notifyReviewOwner } from './notify-owner.ts';
import { readRecord } from './read-record.ts';

/**
 * Makes an ordered review and tells its owner. A repeated run changes nothing; one that was interrupted starts over
 * with the same record and seed. A refund meanwhile keeps it from being delivered.
 */
export async function makePerformanceReview(deps: Deps, reviewId: string): Promise<void> {
  const review = await deps.db
    .selectFrom('performance_review')
    .select(['account_id', 'requested_at'])
    .where('id', '=', reviewId)
    .where('delivered_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!review) return;
  const account = await deps.db
    .selectFrom('trading_account')
    .selectAll()
    .where('id', '=', review.account_id)
    .executeTakeFirstOrThrow();
  const made = await reviewAccount(deps, account, review.requested_at);
  await deps.db.transaction().execute(async (trx) => {
    const delivered = await trx
      .updateTable('performance_review')
      .set({ ...made, delivered_at: deps.clock() })
      .where('id', '=', reviewId)
      .where('delivered_at', 'is', null)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (delivered) await notifyReviewOwner(deps, trx, { reviewId, news: 'ready', version: 0 });
  });
}

/** A report with its inputs, as columns. The seed comes from the record's hash, so that nobody can pick one. */
export async function reviewAccount(deps: Deps, account: StoredAccount, until: Date) {
  const rules = rulesOf(deps.catalog, account);
  const { events, count, sha256 } = await readRecord(deps, account.id, rules, until);
  const report = await calculateReport({
    rules,
    candidates: candidatesFor(deps.catalog, account),
    events,
    seed: Number.parseInt(sha256.slice(0, 8), 16) | 0,
    pricesFrom: account.marks_retained_from.getTime(),
  });
  return { report: JSON.stringify(report), inputs_sha256: sha256, input_count: count };
}

/** The account's own rules, then every programme on sale in its size. */
export function candidatesFor(
  catalog: Catalog,
  account: Pick<StoredAccount, 'programme' | 'size' | 'phase' | 'rules_version'>,
) {
  const { programme, size, phase } = account;
  const { evaluations, rulesVersion } = catalog.packages;
  const others = evaluations.filter((sold) => sold.size === size && sold.programme !== programme);
  return [
    { programme, size, rules: rulesOf(catalog, account) },
    ...others.map((sold) => ({
      programme: sold.programme,
      size,
      rules: rulesForPhase(getAccountRules(catalog, rulesVersion, sold.programme, size), phase),
    })),
  ];
}
