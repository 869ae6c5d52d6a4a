import { createLots } from '../lots.ts';

/** An execution as the exchange reports it; the notices of a correction name the one that they correct. */
export type Execution = {
  readonly account: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly price: number;
  readonly at: number;
  readonly basketId: string;
  readonly fillId: string;
  readonly sequence: string;
  /** Of the execution that this one busts (no quantity) or replaces. */
  readonly corrects: string;
};
type Account = {
  readonly id: string;
  readonly start: number;
  moved: number;
  openProfit: number;
  state: 'open' | 'closing-only' | 'locked';
};

export type Placed = Pick<Execution, 'account' | 'symbol' | 'side' | 'price'> & { readonly at?: number };

/** An order whose rest is canceled. */
export type Canceled = Pick<Execution, 'account' | 'symbol' | 'side' | 'at' | 'basketId' | 'sequence'>;

/** Dollars per contract and side. */
export const rates: Record<string, number> = { ES: 2.1, MES: 0.6, MNQ: 0.6 };

/** What stands behind the vendor's interface: accounts and executions. */
export function createBroker(now: () => number) {
  const accounts = new Map<string, Account>();
  const executions: Execution[] = [];
  const byAccount = new Map<string, Execution[]>();
  const listeners = new Set<(execution: Execution) => void>();
  const cancelListeners = new Set<(order: Canceled) => void>();
  let lastId = 0;
  const newId = () => {
    lastId += 1;
    return String(lastId);
  };

  function add(execution: Execution): Execution {
    executions.push(execution);
    byAccount.set(execution.account, [...(byAccount.get(execution.account) ?? []), execution]);
    for (const listener of listeners) listener(execution);
    return execution;
  }

  /** What an account's fills come to, without those that were taken back. */
  function standing(account: string): ReadonlyMap<string, Execution> {
    const counted = new Map<string, Execution>();
    const first = new Map<string, string>();
    for (const each of byAccount.get(account) ?? []) {
      const of = first.get(each.corrects) ?? (each.corrects || each.sequence);
      first.set(each.sequence, of);
      if (each.quantity === 0) counted.delete(of);
      else counted.set(of, each);
    }
    return counted;
  }

  /** Contracts by symbol, and dollars: first in, first out, after fees. */
  function book(account: string): { readonly net: ReadonlyMap<string, number>; readonly balance: number } {
    const { start, moved } = accounts.get(account) ?? { start: 0, moved: 0 };
    const lots = createLots();
    const symbols = new Set<string>();
    let balance = start + moved;
    for (const { symbol, side, quantity, price } of standing(account).values()) {
      symbols.add(symbol);
      balance += lots.book(account, symbol, side === 'buy' ? quantity : -quantity, price);
      balance -= (rates[symbol.slice(0, -2)] ?? 0) * quantity;
    }
    const net = new Map([...symbols].map((symbol) => [symbol, lots.net(account, symbol)]));
    return { net, balance: Math.round(balance * 100) / 100 };
  }

  return {
    ...{ accounts, executions, standing, book },
    openAccount: (id: string, start: number) =>
      void accounts.set(id, { id, start, moved: 0, openProfit: 0, state: 'open' }),
    move(id: string, dollars: number): void {
      const account = accounts.get(id);
      if (account) account.moved += dollars;
    },
    /** Fills an order in parts. If it is canceled meanwhile, the last was on its way already. */
    trade({ at = now(), ...placed }: Placed, parts: readonly number[] = [1], isCanceled = false): readonly Execution[] {
      const basketId = newId();
      return parts.map((quantity, index) => {
        if (isCanceled && index === parts.length - 1)
          for (const tell of cancelListeners) tell({ ...placed, at, basketId, sequence: newId() });
        const ids = { basketId, fillId: newId(), sequence: newId(), corrects: '' };
        return add({ ...placed, at, quantity, ...ids });
      });
    },
    bust: (of: Execution) => add({ ...of, at: now(), quantity: 0, sequence: newId(), corrects: of.sequence }),
    correct: (of: Execution, changes: Partial<Pick<Execution, 'price' | 'quantity'>>) =>
      add({ ...of, ...changes, at: now(), sequence: newId(), corrects: of.sequence }),
    /** Says an execution otherwise without correcting it; the account stays as it was. */
    restate(of: Execution, price: number): void {
      const said = { ...of, price };
      executions.push(said);
      for (const listener of listeners) listener(said);
    },
    listen: (listener: (execution: Execution) => void) => void listeners.add(listener),
    listenCancels: (listener: (order: Canceled) => void) => void cancelListeners.add(listener),
  };
}

export type Broker = ReturnType<typeof createBroker>;
