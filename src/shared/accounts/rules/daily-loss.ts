/** A soft limit locks the account for the day; a hard one breaches it. */
export type DailyLoss = { readonly mode: 'none' } | ({ readonly mode: 'soft' | 'hard' } & DailyLimit);

/** The most a day may lose: a sum, or a share of the balance at the day's start, in basis points. */
export type DailyLimit = { readonly limitCents: number } | { readonly limitBps: number };

type DailyRules = { readonly dailyLoss: DailyLoss; readonly startingBalanceCents: number };

/** The loss at which a day ends, by its opening balance, at first the account's; null without a limit. */
export function findDailyLimit(
  { dailyLoss, startingBalanceCents }: DailyRules,
  openBalanceCents = startingBalanceCents,
): number | null {
  return dailyLoss.mode === 'none' ? null : limitOf(dailyLoss, openBalanceCents);
}

/** In cents; a fraction is the trader's. */
export function limitOf(limit: DailyLimit, openBalanceCents: number): number {
  return 'limitCents' in limit ? limit.limitCents : Math.ceil((openBalanceCents * limit.limitBps) / 10_000);
}

/** The floor of a day that opens with this balance; null without a limit. */
export function findDailyFloor({ dailyLoss }: Pick<DailyRules, 'dailyLoss'>, openBalanceCents: number): number | null {
  return dailyLoss.mode === 'none' ? null : openBalanceCents - limitOf(dailyLoss, openBalanceCents);
}
