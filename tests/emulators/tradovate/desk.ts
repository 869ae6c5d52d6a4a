import { hourMs, minuteMs } from '#lib/durations.ts';
import { lastClosedDayAt, previousTradingDay, sessionCloseAt } from '#shared/exchange/trading-day.ts';
import type { Firm } from './firm.ts';

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

const esPoint = 50;
const esTick = 0.25;

/** Takes people's orders, as a trading program of the vendor's would: refused while the account is locked. */
export function createDesk(firm: Firm, now: () => number) {
  function findAccount(name?: string) {
    const account = name === undefined ? firm.list('account').at(-1) : firm.find('account', name);
    if (!account) throw new Error(name === undefined ? 'no account is open yet' : `no account ${name}`);
    return account;
  }

  function lastPrice(contract: string): number {
    const id = firm.contractOf(contract).id;
    return Number(firm.list('fill').findLast((row) => row['contractId'] === id)?.['price'] ?? 6_000);
  }

  function requireAllowed(accountId: number, contract: string, signed: number): void {
    const status = firm.rowOf('accountRiskStatus', accountId);
    const held = firm
      .list('position')
      .find((row) => row['accountId'] === accountId && row['contractId'] === firm.contractOf(contract).id);
    const net = Number(held?.['netPos'] ?? 0);
    const reduces = Math.sign(net) === -Math.sign(signed) && Math.abs(signed) <= Math.abs(net);
    if (status?.['liquidateOnly'] === true && !reduces) throw new Error('LiquidationOnly');
    if (status?.['liquidateOnly'] !== true && status?.['adminAction'] !== 'Normal') throw new Error('TradingLocked');
  }

  return {
    place({ account, contract, action, qty, price = lastPrice(contract) }: Order) {
      const { id, name } = findAccount(account);
      requireAllowed(id, contract, action === 'Buy' ? qty : -qty);
      firm.trade({ accountId: id, contract, action, qty, price });
      return `${name}: ${action === 'Buy' ? 'bought' : 'sold'} ${qty} ${contract} at ${price}`;
    },
    finish({ account, dollars, days }: Result) {
      const { id, name } = findAccount(account);
      requireAllowed(id, 'ESH7', 1);
      const times: number[] = [];
      for (let day = lastClosedDayAt(now()); times.length < days; day = previousTradingDay(day))
        times.unshift(sessionCloseAt(day) - 2 * hourMs);
      if (days === 0) times.push(now() - minuteMs);
      const entry = lastPrice('ESH7');
      const exit = entry + Math.round(dollars / esPoint / esTick) * esTick;
      for (const at of times) {
        const order = { accountId: id, contract: 'ESH7', qty: 1 } as const;
        firm.trade({ ...order, action: 'Buy', price: entry, at });
        firm.trade({ ...order, action: 'Sell', price: exit, at: at + 10_000 });
      }
      return `${name}: ${times.length} trades of ${(exit - entry) * esPoint} dollars before fees`;
    },
    accounts: () =>
      firm.list('account').map(({ id, name }) => {
        const status = firm.rowOf('accountRiskStatus', id)?.['adminAction'];
        const held = firm.list('position').filter((row) => row['accountId'] === id && row['netPos'] !== 0);
        const positions = held.map((row) => {
          const contract = firm.list('contract').find((each) => each.id === row['contractId']);
          return `${row['netPos']} ${contract?.['name']}`;
        });
        return `${name}  $${firm.rowOf('cashBalance', id)?.['amount']}  ${status}  ${positions.join(', ') || 'flat'}`;
      }),
  };
}
