import { instruments, isInstrument } from '#shared/exchange/instruments.ts';

/** Dollars per point of a contract such as ESZ6. */
function pointDollars(contract: string): number {
  const code = contract.slice(0, -2);
  return isInstrument(code) ? instruments[code].tickValueHundredths / 10_000 / instruments[code].tickSize : 0;
}

/** What accounts hold, lot by lot, the oldest first: signed contracts and price. */
export function createLots() {
  const lots = new Map<string, { quantity: number; price: number }[]>();
  const keyOf = (accountId: number | string, contract: string) => `${accountId} ${contract}`;
  return {
    /** @returns the profit of the lots that it closes, in dollars */
    book(accountId: number | string, contract: string, signed: number, price: number): number {
      const held = lots.get(keyOf(accountId, contract)) ?? [];
      lots.set(keyOf(accountId, contract), held);
      let [left, profit] = [signed, 0];
      while (left !== 0 && held[0] && Math.sign(held[0].quantity) !== Math.sign(left)) {
        const [oldest] = held;
        const matched = Math.min(Math.abs(left), Math.abs(oldest.quantity));
        profit += matched * Math.sign(oldest.quantity) * (price - oldest.price) * pointDollars(contract);
        oldest.quantity -= Math.sign(oldest.quantity) * matched;
        left -= Math.sign(left) * matched;
        if (oldest.quantity === 0) held.shift();
      }
      if (left !== 0) held.push({ quantity: left, price });
      return profit;
    },
    net: (accountId: number | string, contract: string) =>
      (lots.get(keyOf(accountId, contract)) ?? []).reduce((sum, { quantity }) => sum + quantity, 0),
    /** Open profit at a price, in dollars. */
    openProfit: (accountId: number | string, contract: string, price: number) =>
      (lots.get(keyOf(accountId, contract)) ?? []).reduce(
        (sum, lot) => sum + lot.quantity * (price - lot.price) * pointDollars(contract),
        0,
      ),
    forget(accountId: number | string): void {
      for (const key of lots.keys()) if (key.startsWith(`${accountId} `)) lots.delete(key);
    },
  };
}
