import type { Drawdown } from '../rules/types.ts';

export type DrawdownMode = Drawdown['mode'];

export type DrawdownOf<Mode extends DrawdownMode> = Extract<Drawdown, { mode: Mode }>;

/** What one drawdown mode does to an account's floor. Money in cents. */
export type DrawdownRule<Rules extends Drawdown = Drawdown> = {
  /** Whether the floor follows the high-water mark. */
  readonly trails: boolean;
  /** What the high-water mark is taken from: the balance at each close, or equity at every moment. */
  readonly marks: 'close' | 'equity';
  /** The key of the rule's text in a breach report; null where the mode can't breach. */
  readonly breachText: 'static' | 'end-of-day' | 'intraday' | null;
  /** How far the floor is below its reference; null without a floor. */
  maxLossCents(drawdown: Rules): number | null;
  /** Where the floor stops rising; null if it never moves or never locks. */
  lockCents(drawdown: Rules, startingBalanceCents: number): number | null;
};
