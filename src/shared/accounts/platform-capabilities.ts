/**
 * What a platform's bridge says it can do. The program asks for these, never for the platform's name. What a bridge can't
 * do, a person does as a task, or the site enforces by itself.
 */
export const platformCapabilities = [
  'canOpen',
  'canReset',
  /** Keeps an account from opening positions while it lets the trader close. */
  'canLock',
  /** Cancels orders, closes positions at the market, and then locks. */
  'canFlatten',
  'canTransfer',
  'canClose',
  /** Holds the account's limits in its own risk engine. */
  'holdsLimits',
  'setsMarketData',
  'takesOrders',
  /** Flattens and locks for the trader's personal daily stop. */
  'enforcesPersonalStop',
  /** Also holds that stop in its own risk engine, which doesn't wait for us. */
  'holdsPersonalStop',
  'reportsFees',
  'reportsBusts',
] as const;

export type PlatformCapability = (typeof platformCapabilities)[number];

/** What differs between the simulated platform and one behind a bridge. */
export type PlatformKind = {
  /** Whether its accounts, prices and traders are our own, so that nobody's money is at stake. */
  readonly isSimulated: boolean;
  /** Whether it reports regularly that all events have been delivered, so that silence means some may be missing. */
  readonly deliversHeartbeats: boolean;
  /** Whether it accepts orders from us, which the copier needs. */
  readonly takesOrders: boolean;
  /**
   * Whether it flattens and locks an account for its owner's personal daily stop; `if-announced`: if the bridge's
   * heartbeat says so.
   */
  readonly enforcesPersonalStop: 'always' | 'if-announced';
};
