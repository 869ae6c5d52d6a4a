import type { DrawdownOf, DrawdownRule } from './drawdown-rule.ts';

export const noDrawdown: DrawdownRule<DrawdownOf<'none'>> = {
  trails: false,
  marks: 'close',
  breachText: null,
  maxLossCents: () => null,
  lockCents: () => null,
};
