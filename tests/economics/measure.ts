import type { Economics, SoldAccount } from '#shared/payouts/economics.ts';
import { type TradedAccount, type TradingStyle, tradeAccounts } from './trade-account.ts';

/** How much of what the account may lose a day wins or loses. Traders of every kind choose the one that pays most. */
const swings = [
  [0.05, 0.15],
  [0.15, 0.35],
  [0.33, 1],
  [0.6, 1],
  [1, 1],
] as const;

/** One in two trades won before costs: no edge. */
export const randomWinShare = 0.5;
/** Few traders keep up more over a year. */
export const skilledWinShare = 0.55;
const worstShare = 20;

/** The economics of the style that draws the largest share of what it pays. */
export function measureAccount(sold: SoldAccount, winShare: number, traders: number): Economics {
  const styles = swings.flatMap((swing) =>
    [false, true].map((waitsForCap): TradingStyle => ({ swing, winShare, waitsForCap })),
  );
  const measured = styles.map((style) => summarize(tradeAccounts(sold, style, traders)));
  return measured.reduce((most, each) => (each.drawnBps > most.drawnBps ? each : most));
}

function summarize(accounts: readonly TradedAccount[]): Economics {
  const mean = (read: (account: TradedAccount) => number) =>
    accounts.reduce((sum, account) => sum + read(account), 0) / accounts.length;
  const [priceCents, receivedCents] = [mean(({ paidCents }) => paidCents), mean((account) => account.receivedCents)];
  const remains = accounts
    .map((account) => account.paidCents - account.receivedCents)
    .sort((one, other) => one - other);
  const worst = remains.slice(0, Math.max(1, Math.round(accounts.length / worstShare)));
  return {
    passBps: Math.round(mean(({ hasPassed }) => (hasPassed ? 10_000 : 0))),
    paidBps: Math.round(mean(({ payouts }) => (payouts > 0 ? 10_000 : 0))),
    payouts: Math.round(mean(({ payouts }) => payouts) * 100) / 100,
    priceCents: Math.round(priceCents),
    receivedCents: Math.round(receivedCents),
    remainsCents: Math.round(priceCents - receivedCents),
    drawnBps: Math.round((receivedCents / priceCents) * 10_000),
    worstRemainsCents: Math.round(worst.reduce((sum, cents) => sum + cents, 0) / worst.length),
  };
}
