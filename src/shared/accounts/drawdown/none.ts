import type { DrawdownRule } from './drawdown-rule.ts';

/** No floor: only a daily limit, if any, ends such an account. */
export const noDrawdown: DrawdownRule = {
  fields: [],
  marks: 'close',
  trails: false,
  floorCents: () => null,
  lockCents: () => null,
};
