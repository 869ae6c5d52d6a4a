import type { DrawdownRule } from './drawdown-rule.ts';

/** The floor follows the high-water mark at a fixed distance, up to its lock. */
export const trailing = {
  fields: ['maxLossCents', 'lock'],
  trails: true,
  floorCents({ maxLossCents, lock }, startingBalanceCents, highWaterMarkCents) {
    const trailedCents = highWaterMarkCents - maxLossCents;
    return lock === null ? trailedCents : Math.min(trailedCents, startingBalanceCents + lock.offsetCents);
  },
  lockCents: ({ lock }, startingBalanceCents) => (lock === null ? null : startingBalanceCents + lock.offsetCents),
} as const satisfies Omit<DrawdownRule<'maxLossCents' | 'lock'>, 'marks'>;
