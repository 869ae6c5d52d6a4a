/** What a mode's rules can say besides the mode itself. Money in cents. */
export type DrawdownFields = {
  /** The distance from the reference down to the floor. */
  readonly maxLossCents: number;
  /** The same as a share of the reference, in basis points. */
  readonly maxLossBps: number;
  /** Where the floor stops permanently; null if it never does. */
  readonly lock: FloorLock | null;
};

/** The floor stops permanently at the starting balance plus this offset. */
export type FloorLock = { readonly offsetCents: number };

type Values<Field extends keyof DrawdownFields> = Pick<DrawdownFields, Field>;

/**
 * A drawdown mode: where an account's floor starts, how it moves and when it stops. Its texts are `floor.<mode>` and
 * `chart.note.<mode>` in programs.json, `floor_`, `gauge_floor_`, `rule_mode_` and `rule_text_<mode>` in accounts.json.
 */
export type DrawdownRule<Field extends keyof DrawdownFields = never> = {
  /** What the mode's rules state. */
  readonly fields: readonly Field[];
  /** What sets the high-water mark: the balance at each close, or equity at any time. */
  readonly marks: 'close' | 'equity';
  readonly trails: boolean;
  /** The floor once the high-water mark has reached this value, at first the starting balance; null without a floor. */
  floorCents(drawdown: Values<Field>, startingBalanceCents: number, highWaterMarkCents: number): number | null;
  /** Where the floor stops rising; null if it never moves or never locks. */
  lockCents(drawdown: Values<Field>, startingBalanceCents: number): number | null;
};
