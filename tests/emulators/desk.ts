import { hourMs, minuteMs } from '#lib/durations.ts';
import { lastClosedDayAt, previousTradingDay, sessionCloseAt } from '#shared/exchange/trading-day.ts';

/** An order of a person at the command line, on an account by its name or the newest one. */
export type Order = {
  readonly account?: string;
  readonly contract: string;
  readonly action: 'Buy' | 'Sell';
  readonly qty: number;
  /** The contract's last price, or 6,000, without one. */
  readonly price?: number;
};

/** A finished trade of one ES contract: on each of so many past trading days, or now. */
export type Result = { readonly account?: string; readonly dollars: number; readonly days: number };

type Account = {
  readonly name: string;
  readonly state: 'open' | 'closing-only' | 'locked';
  /** The vendor's own word. */
  readonly status: string;
  readonly dollars: unknown;
  /** Contracts by the contract's name. */
  readonly positions: Readonly<Record<string, number>>;
};

export type DeskOrder = Omit<Required<Order>, 'account'> & { readonly at?: number };

type Firm = {
  accounts(): readonly Account[];
  lastPrice(contract: string): number | undefined;
  trade(account: string, order: DeskOrder): void;
};

const defaultPrice = 6_000;
const esPoint = 50;
const esTick = 0.25;

/** Takes people's orders, as a trading program of the vendor's would: refused while the account is locked. */
export function createDesk(firm: Firm, now: () => number) {
  function findAccount(name?: string): Account {
    const account = firm.accounts().findLast((each) => name === undefined || each.name === name);
    if (!account) throw new Error(name === undefined ? 'no account is open yet' : `no account ${name}`);
    return account;
  }

  const priceOf = (contract: string) => firm.lastPrice(contract) ?? defaultPrice;

  function requireAllowed({ state, positions }: Account, contract: string, signed: number): void {
    const net = positions[contract] ?? 0;
    const reduces = Math.sign(net) === -Math.sign(signed) && Math.abs(signed) <= Math.abs(net);
    if (state === 'closing-only' && !reduces) throw new Error('LiquidationOnly');
    if (state === 'locked') throw new Error('TradingLocked');
  }

  return {
    place({ account: name, contract, action, qty, price = priceOf(contract) }: Order) {
      const account = findAccount(name);
      requireAllowed(account, contract, action === 'Buy' ? qty : -qty);
      firm.trade(account.name, { contract, action, qty, price });
      return `${account.name}: ${action === 'Buy' ? 'bought' : 'sold'} ${qty} ${contract} at ${price}`;
    },
    finish({ account: name, dollars, days }: Result) {
      const account = findAccount(name);
      requireAllowed(account, 'ESH7', 1);
      const times: number[] = [];
      for (let day = lastClosedDayAt(now()); times.length < days; day = previousTradingDay(day))
        times.unshift(sessionCloseAt(day) - 2 * hourMs);
      if (days === 0) times.push(now() - minuteMs);
      const entry = priceOf('ESH7');
      const exit = entry + Math.round(dollars / esPoint / esTick) * esTick;
      for (const at of times) {
        const order = { contract: 'ESH7', qty: 1 } as const;
        firm.trade(account.name, { ...order, action: 'Buy', price: entry, at });
        firm.trade(account.name, { ...order, action: 'Sell', price: exit, at: at + 10_000 });
      }
      return `${account.name}: ${times.length} trades of ${(exit - entry) * esPoint} dollars before fees`;
    },
    accounts: () =>
      firm.accounts().map(({ name, dollars, status, positions }) => {
        const held = Object.entries(positions).flatMap(([contract, net]) => (net === 0 ? [] : [`${net} ${contract}`]));
        return `${name}  $${dollars}  ${status}  ${held.join(', ') || 'flat'}`;
      }),
  };
}

export type Desk = ReturnType<typeof createDesk>;
