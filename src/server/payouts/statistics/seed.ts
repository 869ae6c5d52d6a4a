import { dayMs } from '#lib/durations.ts';
import { nextBetween, nextRandom, type Random, seedOf } from '#lib/random.ts';
import type { Deps } from '#server/core/deps.ts';
import type { RejectionReason } from '#shared/payouts/stages.ts';
import { type CountedStage, nextUtcDay, utcDayOf } from '#shared/payouts/statistics.ts';
import { appendDay, lockChain } from './append-days.ts';
import { findHead, isSampleChain } from './find-head.ts';

const rejected: readonly (readonly [RejectionReason, number])[] = [
  ['destination-not-verified', 45],
  ['identity-not-verified', 30],
  ['balance-changed', 15],
  ['conditions-corrected', 10],
];
const sampleDays = 150;

/** Five months of invented days for the demo's page, each marked as a sample. */
export async function seedPayoutStatistics(deps: Deps): Promise<void> {
  if (!isSampleChain(deps) || (await findHead(deps, deps.db))) return;
  const now = deps.clock().getTime();
  const today = utcDayOf(now);
  const random = { random: seedOf('payout-statistics') };
  await deps.db.transaction().execute(async (trx) => {
    await lockChain(trx);
    let head = await findHead(deps, trx);
    if (head) return;
    const first = `${utcDayOf(now - sampleDays * dayMs).slice(0, 8)}01`;
    for (let day = first; day < today; day = nextUtcDay(day)) {
      head = await appendDay(deps, trx, head, day, inventDay(day, random));
    }
  });
}

/** A rule approves most payouts, which are sent in minutes; people decide the others on weekdays. */
function inventDay(day: string, random: Random): CountedStage[] {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6) return [];
  const weekendHours = () => (nextRandom(random) < (weekday < 3 ? 0.4 : 0) ? 48 : 0);
  const stages: CountedStage[] = [];
  for (let left = Math.floor(nextBetween(random, 0, 4.6)); left > 0; left -= 1) {
    if (nextRandom(random) < 0.8) {
      const minutes = nextRandom(random) < 0.997 ? Math.ceil(nextBetween(random, 1, 18)) : 75;
      const cents = Math.round(nextBetween(random, 5, 20)) * 5_000;
      const late = minutes > 60 ? { creditCents: 2_500 } : {};
      stages.push({ kind: 'approved', day, hours: 1 });
      stages.push({ kind: 'paid', day, hours: Math.ceil(minutes / 60), cents, minutes, ...late });
      continue;
    }
    const hours = Math.round(nextBetween(random, 4, 31)) + weekendHours();
    if (nextRandom(random) < 0.07) stages.push({ kind: 'rejected', day, hours, reason: pickReason(random) });
    else stages.push({ kind: 'approved', day, hours });
    if (nextRandom(random) > 0.9) continue;
    const paidHours = Math.round(nextBetween(random, 22, 74)) + weekendHours();
    stages.push({ kind: 'paid', day, hours: paidHours, cents: Math.round(nextBetween(random, 5, 60)) * 5_000 });
  }
  return stages;
}

function pickReason(random: Random): RejectionReason {
  let left = nextRandom(random) * 100;
  for (const [reason, share] of rejected) {
    left -= share;
    if (left < 0) return reason;
  }
  return 'destination-not-verified';
}
