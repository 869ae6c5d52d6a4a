import type { DrawdownOf, DrawdownRule } from './drawdown-rule.ts';

export const intradayDrawdown: DrawdownRule<DrawdownOf<'intraday'>> = {
  trails: true,
  marks: 'equity',
  breachText: 'intraday',
  maxLossCents: ({ maxLossCents }) => maxLossCents,
  lockCents: ({ lock }, startingBalanceCents) => (lock === null ? null : startingBalanceCents + lock.offsetCents),
};
