import type { DrawdownRule } from './drawdown-rule.ts';

/** The floor is below the starting balance and never moves. */
export const staticDrawdown: DrawdownRule<'maxLossCents'> = {
  fields: ['maxLossCents'],
  marks: 'close',
  trails: false,
  floorCents: ({ maxLossCents }, startingBalanceCents) => startingBalanceCents - maxLossCents,
  lockCents: () => null,
};
