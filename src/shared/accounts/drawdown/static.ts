import type { DrawdownOf, DrawdownRule } from './drawdown-rule.ts';

export const staticDrawdown: DrawdownRule<DrawdownOf<'static'>> = {
  trails: false,
  marks: 'close',
  breachText: 'static',
  maxLossCents: ({ maxLossCents }) => maxLossCents,
  lockCents: () => null,
};
