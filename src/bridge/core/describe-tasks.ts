const dollarsOf = (cents: number) =>
  `$${(Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** What the person opens on the platform, and the limits that only the platform can enforce. */
export function describeOpening(what: string, rules: unknown): string {
  const {
    startingBalanceCents = 0,
    maxContracts,
    drawdown,
    dailyLoss,
  } = (rules ?? {}) as {
    readonly [field: string]: unknown;
    readonly startingBalanceCents?: number;
  };
  const { maxLossCents } = (drawdown ?? {}) as { readonly maxLossCents?: number };
  const { limitCents } = (dailyLoss ?? {}) as { readonly limitCents?: number };
  return [
    `Open ${what}`,
    `a balance of ${dollarsOf(startingBalanceCents)}`,
    ...(maxContracts === undefined ? [] : [`a limit of ${maxContracts} contracts`]),
    ...(maxLossCents === undefined ? [] : [`a maximum loss of ${dollarsOf(maxLossCents)}`]),
    ...(limitCents === undefined ? [] : [`a daily limit of ${dollarsOf(limitCents)}`]),
  ]
    .join(', ')
    .concat('.');
}

/** What the person does who sets an account's permissions. */
export function describeAccess(platformAccountId: string, message: Readonly<Record<string, unknown>>): string {
  const { trading, flatten, until, reason, marketData, haltedInstruments } = message;
  const cause = reason ? ` (${reason})` : '';
  const end = typeof until === 'number' ? ` until ${new Date(until).toISOString()}` : '';
  const stop =
    flatten === true
      ? `Cancel all orders of ${platformAccountId}, close its positions at the market and reject new orders${end}${cause}.`
      : `Let ${platformAccountId} only close positions${end}${cause}.`;
  const names = (list: unknown) => (Array.isArray(list) && list.length > 0 ? list.join(', ') : 'none');
  return [
    trading === true ? `Let ${platformAccountId} trade.` : stop,
    `Its market data: ${names(marketData)}.`,
    ...(haltedInstruments === undefined ? [] : [`No position may be opened in: ${names(haltedInstruments)}.`]),
  ].join(' ');
}

/** What the person does who transfers money: negative cents leave the account. */
export function describeTransfer(platformAccountId: string, amountCents: number): string {
  return amountCents < 0
    ? `Withdraw ${dollarsOf(amountCents)} from ${platformAccountId}, once it is flat.`
    : `Deposit ${dollarsOf(amountCents)} into ${platformAccountId}.`;
}
