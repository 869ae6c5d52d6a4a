import type { Drawdown } from '../rules/types.ts';

export type DrawdownMode = Drawdown['mode'];

export type DrawdownOf<Mode extends DrawdownMode> = Extract<Drawdown, { mode: Mode }>;

/** How a drawdown mode sets an account's floor. Money in cents. */
export type DrawdownRule<Rules extends Drawdown = Drawdown> = {
  /** Whether the floor follows the high-water mark. */
  readonly trails: boolean;
  /** What sets the high-water mark: the balance at each close, or equity at any time. */
  readonly marks: 'close' | 'equity';
  /** The key of the rule's text in a breach report; null if the mode can't breach. */
  readonly breachText: 'static' | 'end-of-day' | 'intraday' | null;
  /** The distance from the reference down to the floor; null if there is no floor. */
  maxLossCents(drawdown: Rules): number | null;
  /** Where the floor stops rising; null if it never moves or never locks. */
  lockCents(drawdown: Rules, startingBalanceCents: number): number | null;
};
