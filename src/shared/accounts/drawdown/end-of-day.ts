import type { DrawdownOf, DrawdownRule } from './drawdown-rule.ts';

export const endOfDayDrawdown: DrawdownRule<DrawdownOf<'end-of-day'>> = {
  trails: true,
  marks: 'close',
  breachText: 'end-of-day',
  maxLossCents: ({ maxLossCents }) => maxLossCents,
  lockCents: ({ lock }, startingBalanceCents) => (lock === null ? null : startingBalanceCents + lock.offsetCents),
};
