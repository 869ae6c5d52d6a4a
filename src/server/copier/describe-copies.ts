import type { CopyLink, MissedEntry } from '#shared/copier/copy-link.ts';
import type { CopyRecord } from './append-log.ts';
import type { PlannedCopy } from './plan-copies.ts';

/** The leader's event behind a copy; nulls if no new event was stored. */
export type Trigger = { readonly leaderSequence: number | null; readonly leaderStoredAt: number | null };

/** A follower's link after its orders. Entries that the platform rejected count as missed. */
export function linkAfter({ decision, orders }: PlannedCopy, filled: ReadonlySet<string>): CopyLink {
  const rejected = orders.filter(({ id, positionAfter }) => positionAfter !== 0 && !filled.has(id));
  const missed = rejected.map(
    ({ instrument, month, positionAfter }): MissedEntry => ({
      ...{ instrument, month, side: positionAfter > 0 ? 'long' : 'short', reason: 'rejected' },
    }),
  );
  return missed.length === 0 ? decision.link : { ...decision.link, missed: [...decision.link.missed, ...missed] };
}

export function describeCopy(
  { follower: { accountId, link: before }, decision, orders }: PlannedCopy,
  filled: ReadonlySet<string>,
  after: CopyLink,
  trigger: Trigger,
  now: number,
): CopyRecord[] {
  const latencyMs = trigger.leaderStoredAt === null ? null : now - trigger.leaderStoredAt;
  const placed = orders.map(({ instrument, month, quantity, positionAfter, priceTicks, id }): CopyRecord => {
    const order = { instrument, month, quantity, positionAfter, priceTicks };
    const outcome = filled.has(id)
      ? ({ action: 'filled', reason: null, latencyMs } as const)
      : ({ action: 'missed', reason: 'rejected', latencyMs: null } as const);
    return { accountId, ...outcome, ...trigger, order };
  });
  const missed = decision.newlyMissed.map(({ instrument, month, reason, order }): CopyRecord => {
    const { quantity, positionAfter } = order;
    const missedOrder = { instrument, month, quantity, positionAfter, priceTicks: null };
    return { accountId, action: 'missed', reason, ...trigger, order: missedOrder, latencyMs: null };
  });
  if (after.phase === before.phase) return [...placed, ...missed];
  const phase: CopyRecord = {
    ...{ accountId, action: after.phase, reason: after.disarmReason, ...trigger, order: null, latencyMs: null },
  };
  return [...placed, ...missed, phase];
}
