import { type Selectable, sql } from 'kysely';
import { minuteMs } from '#lib/durations.ts';
import type { Database } from '#server/core/database/database.ts';
import { insertRow } from '#server/core/database/rows.ts';
import type { Db, Trx } from '#server/core/deps.ts';
import type { Condition, Course } from './course.ts';

/** An alert's course, and when a copy began to send its news. */
export type Watched = Condition & Course & { readonly claimedAt: Date | null };

export type Known = ReadonlyMap<string, Watched>;

/** A copy that dies while it sends leaves the news to the others after this long. */
const claimMs = minuteMs;

const toWatched = (row: Selectable<Database['operator_alert']>): readonly [string, Watched] => [
  row.key,
  {
    ...{ name: row.name, labels: row.labels, summary: row.summary, startedAt: row.started_at, holds: row.holds },
    ...{ changedAt: row.changed_at, returns: row.returns, firedAt: row.fired_at, toldAt: row.told_at },
    ...{ toldReturns: row.told_returns, claimedAt: row.claimed_at },
  },
];

const toRow = ([key, watched]: readonly [string, Watched]) => ({
  ...{ key, name: watched.name, labels: JSON.stringify(watched.labels), summary: watched.summary },
  ...{ started_at: watched.startedAt, changed_at: watched.changedAt, holds: watched.holds, returns: watched.returns },
  ...{ fired_at: watched.firedAt, told_at: watched.toldAt, told_returns: watched.toldReturns },
  claimed_at: watched.claimedAt,
});

/** What is stored, with what a copy went on with while nothing could be stored. */
async function readAll(trx: Trx, unstored: Known): Promise<Known> {
  const stored = new Map((await trx.selectFrom('operator_alert').selectAll().execute()).map(toWatched));
  for (const [key, watched] of unstored)
    if ((stored.get(key)?.toldAt?.getTime() ?? 0) <= (watched.toldAt?.getTime() ?? 0)) stored.set(key, watched);
  return stored;
}

/**
 * Stores what has become of each alert. `isDue` says what has news.
 * @returns what is known now, and the keys whose news no other copy is sending
 */
export async function claimStored(
  db: Db,
  unstored: Known,
  step: (stored: Known) => Known,
  isDue: (watched: Watched) => boolean,
  now: Date,
): Promise<{ readonly known: Known; readonly due: readonly string[] }> {
  return await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7105, 4)`.execute(trx);
    const followed = step(await readAll(trx, unstored));
    const isFree = ({ claimedAt }: Watched) => claimedAt === null || now.getTime() - claimedAt.getTime() >= claimMs;
    const due = [...followed].filter(([, watched]) => isDue(watched) && isFree(watched)).map(([key]) => key);
    const known = new Map(
      [...followed].map(([key, each]) => [key, due.includes(key) ? { ...each, claimedAt: now } : each]),
    );
    await trx.deleteFrom('operator_alert').execute();
    if (known.size > 0) await insertRow(trx, 'operator_alert', [...known].map(toRow));
    return { known, due };
  });
}

/** Stores what the receiver accepted of the claimed news; what is over and accepted isn’t in `known`. */
export async function settleStored(db: Db, due: readonly string[], known: Known): Promise<void> {
  for (const key of due) {
    const watched = known.get(key);
    if (!watched) {
      await db.deleteFrom('operator_alert').where('key', '=', key).execute();
      continue;
    }
    const { toldAt, toldReturns } = watched;
    const told = { told_at: toldAt, told_returns: toldReturns, claimed_at: null };
    await db.updateTable('operator_alert').set(told).where('key', '=', key).execute();
  }
}
