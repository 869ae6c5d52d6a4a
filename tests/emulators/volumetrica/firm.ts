import { sessionDateOf } from '#shared/exchange/trading-day.ts';
import { createLots } from '../lots.ts';

type Fields = { [field: string]: unknown };
export type Account = Fields & {
  readonly accountId: string;
  readonly id: number;
  readonly header: string;
  readonly userId: string;
  readonly startBalance: number;
  balance: number;
  tradingRuleId: string;
  status: number;
  tradingPermission: number;
};
type Fill = {
  readonly fillId: number;
  readonly accountId: string;
  contractId: number;
  executeDtUtc: string;
  price: number;
  quantity: number;
  commissions: number | null;
  readonly symbolName: string;
};
type Transaction = {
  readonly transactionId: number;
  readonly accountId: string;
  readonly utc: string;
  readonly type: number;
  readonly amount: number;
};

export type Placed = {
  readonly contract: string;
  readonly action: 'Buy' | 'Sell';
  readonly qty: number;
  readonly price: number;
  /** When, if not now. */
  readonly at?: number;
};

const feePerContract = 2.1;
/** As the vendor writes times: UTC, without saying so. */
const utcText = (ms: number) => new Date(ms).toISOString().replace('Z', '');

/** What stands behind the vendor's interface: users, rules, accounts, fills and money. No vendor's code. */
export function createFirm(now: () => number) {
  const users: Fields[] = [];
  const rules: Fields[] = [];
  const subscriptions: Fields[] = [];
  const accounts: Account[] = [];
  const transactions: Transaction[] = [];
  const contracts: string[] = [];
  let fills: Fill[] = [];
  const lots = createLots();
  let nextId = 1_000_000_000;
  const newId = () => (nextId += 1);
  /** The newest entry before an account's last reset. */
  const resetAfter = new Map<string, number>();

  function contractIdOf(name: string): number {
    if (!contracts.includes(name)) contracts.push(name);
    return contracts.indexOf(name) + 1;
  }
  const contractName = (id: number) => contracts[id - 1];
  const find = (accountId: unknown) => accounts.find((each) => each.accountId === accountId);
  const cents = (dollars: number) => Math.round(dollars * 100) / 100;

  /** Books a fill's profit and fee; the vendor's records repeat both as transactions. */
  function book(account: Account, { contractId, quantity, price, commissions, executeDtUtc }: Fill): void {
    const profit = lots.book(account.accountId, contractName(contractId) ?? '', quantity, price);
    account.balance = cents(account.balance + profit - (commissions ?? 0));
    const row = { accountId: account.accountId, utc: executeDtUtc };
    transactions.push({ ...row, transactionId: newId(), type: 4, amount: -(commissions ?? 0) });
    transactions.push({ ...row, transactionId: newId(), type: 5, amount: profit });
  }

  /** From the account's other fills, as if the changed ones had always been so. */
  function rebook(account: Account): void {
    lots.forget(account.accountId);
    const isTrade = ({ accountId, type }: Transaction) => accountId === account.accountId && type >= 4;
    for (const row of transactions.filter(isTrade)) transactions.splice(transactions.indexOf(row), 1);
    account.balance = transactions
      .filter(({ accountId }) => accountId === account.accountId)
      .reduce((sum, { type, amount }) => sum + (type === 2 ? -amount : amount), account.startBalance);
    for (const fill of fills) if (fill.accountId === account.accountId) book(account, fill);
  }

  return {
    ...{ users, rules, accounts, transactions, subscriptions, newId, find, contractName, utcText },
    fills: () => fills,
    accountOf: (header: string) => accounts.find((each) => each.header === header),
    /** Fills an order in parts. @returns the ids of its fills */
    trade(accountId: string, placed: Placed, parts: readonly number[] = [placed.qty]): readonly number[] {
      const account = find(accountId);
      if (!account) return [];
      return parts.map((part) => {
        const fill = {
          ...{ fillId: newId(), accountId, contractId: contractIdOf(placed.contract), price: placed.price },
          ...{ executeDtUtc: utcText(placed.at ?? now()), symbolName: placed.contract.slice(0, -2) },
          ...{ quantity: placed.action === 'Buy' ? part : -part, commissions: cents(part * feePerContract) },
        };
        fills.push(fill);
        book(account, fill);
        return fill.fillId;
      });
    },
    /** Changes a fill, or with a quantity of 0 takes it back: the list no longer has it. */
    change(fillId: number, changes: Partial<Omit<Fill, 'fillId' | 'accountId'>>): void {
      const fill = fills.find((each) => each.fillId === fillId);
      const account = find(fill?.accountId);
      if (!fill || !account) return;
      Object.assign(fill, changes);
      if (fill.quantity === 0) fills = fills.filter((each) => each !== fill);
      rebook(account);
    },
    positions: (accountId: string) =>
      contracts
        .map((name, index) => ({ name, contractId: index + 1, quantity: lots.net(accountId, name) }))
        .filter(({ quantity }) => quantity !== 0),
    openProfit: (accountId: string, contract: string, price: number) => lots.openProfit(accountId, contract, price),
    /** What an account's fills have made in the current session, fees included, in dollars. */
    dayResult(accountId: string): number {
      const since = resetAfter.get(accountId) ?? 0;
      const today = sessionDateOf(now());
      const rows = transactions.filter((row) => row.accountId === accountId && row.type >= 4);
      return cents(
        rows
          .filter(({ transactionId, utc }) => transactionId > since && sessionDateOf(Date.parse(`${utc}Z`)) === today)
          .reduce((sum, { amount }) => sum + amount, 0),
      );
    },
    /** Money that moves outside of trading: 1 comes in, 2 goes out, 3 is an adjustment with its sign. */
    move(accountId: string, type: 1 | 2 | 3, amount: number): void {
      const account = find(accountId);
      if (!account) return;
      account.balance = cents(account.balance + (type === 2 ? -amount : amount));
      transactions.push({ transactionId: newId(), accountId, utc: utcText(now()), type, amount });
    },
    reset(account: Account): void {
      lots.forget(account.accountId);
      fills = fills.filter(({ accountId }) => accountId !== account.accountId);
      resetAfter.set(account.accountId, nextId);
      const amount = cents(account.startBalance - account.balance);
      account.balance = account.startBalance;
      transactions.push({
        ...{ transactionId: newId(), accountId: account.accountId, utc: utcText(now()), type: 3, amount },
      });
    },
  };
}

export type Firm = ReturnType<typeof createFirm>;

const states = ['open', 'locked', 'locked', 'closing-only'] as const;

/** The firm as a desk that takes people's orders sees it. */
export function forDesk(firm: Firm) {
  return {
    accounts: () =>
      firm.accounts.map(({ accountId, header, balance, status, tradingPermission }) => ({
        ...{ name: header, dollars: balance, status: `status ${status}, permission ${tradingPermission}` },
        state: status === 1 ? (states[tradingPermission] ?? 'locked') : ('locked' as const),
        positions: Object.fromEntries(firm.positions(accountId).map(({ name, quantity }) => [name, quantity])),
      })),
    lastPrice: (contract: string) =>
      firm.fills().findLast(({ contractId }) => firm.contractName(contractId) === contract)?.price,
    trade: (account: string, order: Placed) => void firm.trade(firm.accountOf(account)?.accountId ?? '', order),
  };
}
