import type { DrawdownRule } from './drawdown-rule.ts';

/** The floor is a share of the high-water mark below it, up to its lock; a fraction of a cent is the trader's. */
const percentOfPeak = {
  fields: ['maxLossBps', 'lock'],
  trails: true,
  floorCents({ maxLossBps, lock }, startingBalanceCents, highWaterMarkCents) {
    const trailedCents = Math.floor((highWaterMarkCents * (10_000 - maxLossBps)) / 10_000);
    return lock === null ? trailedCents : Math.min(trailedCents, startingBalanceCents + lock.offsetCents);
  },
  lockCents: ({ lock }, startingBalanceCents) => (lock === null ? null : startingBalanceCents + lock.offsetCents),
} as const satisfies Omit<DrawdownRule<'maxLossBps' | 'lock'>, 'marks'>;

/** The peak is the highest balance at a close. */
export const endOfDayPercentDrawdown: DrawdownRule<'maxLossBps' | 'lock'> = { ...percentOfPeak, marks: 'close' };

/** The peak is the highest equity, including open profit, at every moment. */
export const intradayPercentDrawdown: DrawdownRule<'maxLossBps' | 'lock'> = { ...percentOfPeak, marks: 'equity' };
