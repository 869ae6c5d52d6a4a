import { sql } from 'kysely';
import { insertRow, updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { findKeyHead } from '#server/trading/index.ts';
import { bankDayFrom } from '#shared/exchange/bank-days.ts';
import type { PayoutStatus } from '#shared/payouts/stages.ts';
import { rejectionReasons } from '#shared/payouts/stages.ts';
import {
  type CountedStage,
  countStartedHours,
  countStartedMinutes,
  nextUtcDay,
  sumFigures,
  utcDayOf,
} from '#shared/payouts/statistics.ts';
import { type ChainHead, hashEntry, writeBody } from '#shared/payouts/statistics-chain.ts';
import { findHead, isSampleChain } from './find-head.ts';

const countedStatuses = ['approved', 'rejected', 'paid', 'returned'] as const satisfies readonly PayoutStatus[];
type CountedStatus = (typeof countedStatuses)[number];

/** Appends all days that have ended since the newest entry. Several servers may run it at once. */
export async function rollUpPayouts(deps: Deps): Promise<void> {
  const today = utcDayOf(deps.clock().getTime());
  for (;;) {
    const appended = await deps.db.transaction().execute(async (trx) => {
      await lockChain(trx);
      const head = await findHead(deps, trx);
      const day = head ? nextUtcDay(head.day) : await findFirstDay(deps, trx);
      if (day === null || day >= today) return false;
      await appendDay(deps, trx, head, day);
      return true;
    });
    if (!appended) return;
  }
}

/**
 * Appends one day; the caller holds the chain's lock.
 * @param samples stages of the demo, in addition to the stored ones
 */
export async function appendDay(
  deps: Deps,
  trx: Trx,
  head: ChainHead | null,
  day: string,
  samples: readonly CountedStage[] = [],
): Promise<ChainHead> {
  const isSample = isSampleChain(deps);
  const number = (head?.number ?? 0) + 1;
  const figures = sumFigures(day, [...samples, ...(await takeStages(deps, trx, day))]);
  const keys = await findKeyHead(trx);
  const market = keys && { number: keys.number, hash: keys.hash };
  const body = writeBody({ number, day, sample: isSample, figures, market });
  const hash = await hashEntry(head?.hash ?? '', body);
  await insertRow(trx, 'payout_statistics_day', {
    is_sample: isSample,
    number,
    day,
    body,
    hash,
    entered_at: deps.clock(),
  });
  return { number, day, hash };
}

/** Allows one writer at a time, across servers, until the transaction ends. */
export async function lockChain(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7105, 2)`.execute(trx);
}

/** The day of the first decision; null if there is none yet. */
async function findFirstDay(deps: Deps, trx: Trx): Promise<string | null> {
  const first = await selectUncounted(deps, trx)
    .select('payout_stage.at')
    .orderBy('payout_stage.at')
    .limit(1)
    .execute();
  return first[0] ? utcDayOf(first[0].at.getTime()) : null;
}

/** Uncounted stages up to the end of a day; marks them as counted. */
async function takeStages(deps: Deps, trx: Trx, day: string): Promise<CountedStage[]> {
  const end = new Date(`${nextUtcDay(day)}T00:00:00Z`);
  const rows = await selectUncounted(deps, trx)
    .leftJoin('payout_stage as arrival', (join) =>
      join.onRef('arrival.payout_id', '=', 'payout.id').on('arrival.status', '=', 'paid'),
    )
    .leftJoin('payout_stage as sending', (join) =>
      join.onRef('sending.payout_id', '=', 'payout.id').on('sending.status', '=', 'sent'),
    )
    .select(['payout_stage.payout_id', 'payout_stage.status', 'payout_stage.at', 'arrival.at as paid_at'])
    .select(['payout.requested_at', 'payout.reason', 'payout.trader_cents', 'payout.fee_cents'])
    .select(['payout.promised_by', 'payout.credit_cents', 'sending.at as sent_at'])
    .where('payout_stage.at', '<', end)
    .$narrowType<{ status: CountedStatus }>()
    .orderBy('payout_stage.at')
    .execute();
  for (const { payout_id, status } of rows) {
    await updateRow(trx, 'payout_stage', { payout_id, status }, { counted_at: deps.clock() });
  }
  return rows.flatMap((row) => describeStage(row) ?? []);
}

type Row = {
  readonly status: CountedStatus;
  readonly at: Date;
  readonly paid_at: Date | null;
  readonly requested_at: Date;
  readonly reason: string | null;
  readonly trader_cents: number;
  readonly fee_cents: number;
  readonly promised_by: Date | null;
  readonly credit_cents: number;
  readonly sent_at: Date | null;
};

function describeStage(row: Row): CountedStage | null {
  const requestedAt = row.requested_at.getTime();
  const timeOf = (at: Date) => ({ day: utcDayOf(at.getTime()), hours: countStartedHours(requestedAt, at.getTime()) });
  const cents = row.trader_cents - row.fee_cents;
  const creditCents = row.credit_cents;
  switch (row.status) {
    case 'approved':
      return { kind: 'approved', ...timeOf(row.at) };
    case 'rejected': {
      const reason = rejectionReasons.find((each) => each === row.reason);
      return reason ? { kind: 'rejected', ...timeOf(row.at), reason } : null;
    }
    case 'paid':
      return { kind: 'paid', ...timeOf(row.at), cents, creditCents, ...promiseOf(row, requestedAt) };
    case 'returned':
      // Money that came back before it was paid was never counted as paid.
      return row.paid_at ? { kind: 'returned', ...timeOf(row.paid_at), cents, creditCents } : null;
  }
}

/** The hour runs from the request, or from the bank day after it. */
function promiseOf({ promised_by, sent_at }: Row, requestedAt: number): { readonly minutes?: number } {
  if (promised_by === null || sent_at === null) return {};
  return { minutes: countStartedMinutes(bankDayFrom(requestedAt), sent_at.getTime()) };
}

function selectUncounted(deps: Deps, trx: Trx) {
  return (
    trx
      .selectFrom('payout_stage')
      .innerJoin('payout', 'payout.id', 'payout_stage.payout_id')
      // Only what traders are paid; commissions are something else.
      .where('payout.source', '=', 'account')
      .where('payout_stage.counted_at', 'is', null)
      .where('payout_stage.status', 'in', countedStatuses)
      .$if(!isSampleChain(deps), (query) => query.where('payout.is_sample', '=', false))
  );
}
