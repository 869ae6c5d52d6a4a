import { createHash } from 'node:crypto';
import { type Catalog, getAccountRules } from '#content/catalog.ts';
import { readEventLogPages } from '#server/accounts/event-log/read-event-log.ts';
import { rulesOf } from '#server/accounts/rules-of.ts';
import type { StoredAccount } from '#server/accounts/tables.ts';
import { changeRow, findRow, getRow, isNull } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { writeEventLogLine, writeRulesLine } from '#shared/accounts/event-log.ts';
import type { AccountEvent, AccountRules } from '#shared/accounts/model.ts';
import { rulesForPhase } from '#shared/accounts/rules/for-phase.ts';
import { createIdleMarkFilter } from '#shared/reviews/idle-marks.ts';
import { calculateReport } from './calculate.ts';
import { notifyReviewOwner } from './notify-owner.ts';

/**
 * Makes an ordered review and notifies its owner. Repeating it changes nothing; an interrupted run starts over with the
 * same record and seed. A review that is refunded in the meantime isn't delivered.
 */
export async function makePerformanceReview(deps: Deps, reviewId: string): Promise<void> {
  const review = await findRow(
    deps.db,
    'performance_review',
    { id: reviewId, delivered_at: isNull, revoked_at: isNull },
    ['account_id', 'requested_at'],
  );
  if (!review) return;
  const account = await getRow(deps.db, 'trading_account', review.account_id);
  const report = await reviewAccount(deps, account, review.requested_at);
  await deps.db.transaction().execute(async (trx) => {
    const delivered = await changeRow(
      trx,
      'performance_review',
      { id: reviewId, delivered_at: isNull, revoked_at: isNull },
      { ...report, delivered_at: deps.clock() },
      ['id'],
    );
    if (delivered) await notifyReviewOwner(deps, trx, { reviewId, event: 'ready', version: 0 });
  });
}

/** A report with its inputs, as columns. The seed comes from the record's hash, so that nobody can choose it. */
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

/** The account's own rules, then those of every other program on sale in its size. */
export function candidatesFor(
  catalog: Catalog,
  account: Pick<StoredAccount, 'program' | 'size' | 'phase' | 'rules_version'>,
) {
  const { program, size, phase } = account;
  const { evaluations, rulesVersion } = catalog.packages;
  const others = evaluations.filter((evaluation) => evaluation.size === size && evaluation.program !== program);
  return [
    { program, size, rules: rulesOf(catalog, account) },
    ...others.map((evaluation) => ({
      program: evaluation.program,
      size,
      rules: rulesForPhase(getAccountRules(catalog, rulesVersion, evaluation.program, size), phase),
    })),
  ];
}

/** The rules' and all events' hash, as in a breach report; events without marks of contracts that weren't held. */
async function readRecord(deps: Deps, accountId: string, rules: AccountRules, until: Date) {
  const hash = createHash('sha256').update(writeRulesLine(rules));
  const isRelevant = createIdleMarkFilter();
  const events: AccountEvent[] = [];
  let count = 0;
  for await (const page of readEventLogPages(deps, accountId, until.getTime())) {
    for (const line of page) {
      hash.update(writeEventLogLine(line));
      if (isRelevant(line.event)) events.push(line.event);
    }
    count += page.length;
  }
  return { events, count, sha256: hash.digest('hex') };
}
