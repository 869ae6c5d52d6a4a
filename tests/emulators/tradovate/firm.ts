import { formatDate } from '#shared/exchange/chicago.ts';
import { instruments, isInstrument } from '#shared/exchange/instruments.ts';
import { sessionDateOf } from '#shared/exchange/trading-day.ts';
import { createLots } from '../lots.ts';

type Row = { readonly id: number; [field: string]: unknown };
type Listener = (entityType: string, entity: Row, eventType: 'Created' | 'Updated') => void;

const dateOf = (timestamp: unknown) => sessionDateOf(Date.parse(String(timestamp)));

/** The entities, and the field by which each is found from its master; of some the id is the master's. */
export const masters = {
  ...{
    user: 'id',
    account: 'userId',
    contract: 'contractMaturityId',
    contractMaturity: 'productId',
    product: 'currencyId',
  },
  ...{ currency: 'id', order: 'accountId', fill: 'orderId', fillFee: 'id', executionReport: 'orderId' },
  ...{ position: 'accountId', cashBalance: 'accountId', accountRiskStatus: 'id', userAccountAutoLiq: 'id' },
  ...{ cashBalanceLog: 'accountId', tradingPermission: 'userId', userAccountPositionLimit: 'accountId' },
  ...{ userPlugin: 'userId', marketDataSubscription: 'userId' },
} as const;
export type Kind = keyof typeof masters;
const kinds = Object.keys(masters) as readonly Kind[];
export const isKind = (name: string): name is Kind => Object.hasOwn(masters, name);

/** A trade date as the vendor writes it. */
function tradeDateOf(at: number) {
  const [year, month, day] = formatDate(sessionDateOf(at)).split('-').map(Number);
  return { year, month, day };
}
const currencyId = 1;

export type Placed = {
  readonly accountId: number;
  readonly contract: string;
  readonly action: 'Buy' | 'Sell';
  readonly qty: number;
  readonly price: number;
  /** When, if not now. */
  readonly at?: number;
};

/** Dollars for each contract and side. */
const feePerContract = { clearingFee: 0.19, exchangeFee: 1.38, nfaFee: 0.02, commission: 0.51 } as const;
const feesOf = (qty: number) =>
  Object.fromEntries(Object.entries(feePerContract).map(([field, each]) => [field, each * qty]));

/** What the exchange or the broker changes about a fill; the commission is dollars for all of it. */
type Changes = { readonly qty?: number; readonly price?: number; readonly commission?: number };

/** What stands behind the vendor's interface: users, accounts, orders and their consequences. No vendor's code. */
export function createFirm(now: () => number) {
  const tables = Object.fromEntries(kinds.map((kind) => [kind, new Map<number, Row>()])) as Record<
    Kind,
    Map<number, Row>
  >;
  const listeners = new Set<Listener>();
  // As long as the vendor's: of fills in the same millisecond, the order of ids decides.
  let nextId = 1_000_000_000;
  const newId = () => (nextId += 1);
  tables.currency.set(currencyId, { id: currencyId, name: 'USD', symbol: '$' });

  function put(kind: Kind, row: Row): Row {
    const isNew = !tables[kind].has(row.id);
    tables[kind].set(row.id, row);
    for (const listener of listeners) listener(kind, row, isNew ? 'Created' : 'Updated');
    return row;
  }
  const list = (kind: Kind) => [...tables[kind].values()];
  /** Rows of an earlier session, which a sync leaves out. */
  const hidden = new Map<Kind, ReadonlySet<number>>();
  const find = (kind: Kind, name: string) => list(kind).find((row) => row['name'] === name);

  function productOf(name: string): Row {
    const { tickSize, tickValueHundredths } = isInstrument(name)
      ? instruments[name]
      : { tickSize: 1, tickValueHundredths: 10_000 };
    const figures = { tickSize, valuePerPoint: tickValueHundredths / 10_000 / tickSize, priceFormat: 0 };
    return (
      find('product', name) ??
      put('product', { ...{ id: newId(), name, currencyId, ...figures, productType: 'Futures' }, status: 'Verified' })
    );
  }

  function contractOf(name: string): Row {
    const known = find('contract', name);
    if (known) return known;
    const { id: productId } = productOf(name.replace(/[FGHJKMNQUVXZ]\d{1,2}$/, ''));
    const maturity = put('contractMaturity', { id: newId(), productId, expirationMonth: 0, isFront: true });
    return put('contract', { id: newId(), name, contractMaturityId: maturity.id });
  }

  /** The one row that an account has of a kind. */
  const rowOf = (kind: Kind, accountId: number) => list(kind).find((row) => row[ownerOf(kind)] === accountId);
  const ownerOf = (kind: Kind) => (masters[kind] === 'id' ? 'id' : 'accountId');

  function addCash(accountId: number, dollars: number, entry: object = {}): void {
    const row = rowOf('cashBalance', accountId);
    const amount = Math.round((Number(row?.['amount'] ?? 0) + dollars) * 100) / 100;
    const timestamp = new Date(now()).toISOString();
    const common = { accountId, currencyId, timestamp, tradeDate: tradeDateOf(now()), amount };
    put('cashBalance', { id: row?.id ?? newId(), ...common });
    put('cashBalanceLog', { id: newId(), ...common, delta: dollars, ...entry });
  }

  const lots = createLots();

  function book(accountId: number, contract: Row, { id, action, qty, price, timestamp }: Row): void {
    const signed = action === 'Buy' ? Number(qty) : -Number(qty);
    const { id: _, ...fees } = tables.fillFee.get(id) ?? { id };
    const fee = Object.values(fees).reduce<number>((sum, each) => sum + Number(each), 0);
    const name = String(contract['name']);
    const profit = lots.book(accountId, name, signed, Number(price));
    const position = list('position').find(
      (row) => row['accountId'] === accountId && row['contractId'] === contract.id,
    );
    const netPos = lots.net(accountId, name);
    const [at, value] = [Date.parse(String(timestamp)), Number(qty) * Number(price)];
    const [bought, sold] = signed > 0 ? [Number(qty), 0] : [0, Number(qty)];
    put('position', {
      ...{ id: position?.id ?? newId(), accountId, contractId: contract.id, netPos, timestamp, prevPos: 0 },
      ...{ tradeDate: tradeDateOf(at), netPrice: price, bought: Number(position?.['bought'] ?? 0) + bought },
      boughtValue: Number(position?.['boughtValue'] ?? 0) + (bought > 0 ? value : 0),
      sold: Number(position?.['sold'] ?? 0) + sold,
      soldValue: Number(position?.['soldValue'] ?? 0) + (sold > 0 ? value : 0),
    });
    addCash(accountId, profit - fee, { cashChangeType: 'TradePaired' });
  }

  /** Fills an order in parts, each a fill and its fee. If it is canceled meanwhile, the last was on its way already. */
  function trade(
    { accountId, contract: name, action, qty, price, at = now() }: Placed,
    parts: readonly number[] = [qty],
    isCanceled = false,
  ): readonly Row[] {
    const contract = contractOf(name);
    const orderId = newId();
    const placed = { timestamp: new Date(at).toISOString(), executionProviderId: 1, admin: false };
    const order = { id: orderId, accountId, contractId: contract.id, action, ...placed };
    put('order', { ...order, ordStatus: 'Working' });
    return parts.map((part, index) => {
      if (isCanceled && index === parts.length - 1) {
        put('order', { ...order, ordStatus: 'Canceled' });
        const report = { orderId, accountId, contractId: contract.id, action, timestamp: new Date(at).toISOString() };
        put('executionReport', { ...report, id: newId(), execType: 'Canceled', ordStatus: 'Canceled' });
      }
      const id = newId();
      const timestamp = new Date(at).toISOString();
      const fill = put('fill', {
        id,
        orderId,
        contractId: contract.id,
        timestamp,
        action,
        qty: part,
        price,
        active: true,
        finallyPaired: 0,
        tradeDate: tradeDateOf(at),
      });
      put('fillFee', { id, ...feesOf(part) });
      book(accountId, contract, fill);
      return fill;
    });
  }

  /** Changes a fill, or takes it back with null, as if it had always been so: the account follows from its fills. */
  function amend(fillId: number, changes: Changes | null): void {
    const fill = tables.fill.get(fillId);
    const order = fill && tables.order.get(Number(fill['orderId']));
    if (!fill || !order) return;
    const accountId = Number(order['accountId']);
    const { commission, ...corrected } = changes ?? {};
    const row = { ...fill, ...(changes === null ? { active: false } : corrected) };
    tables.fill.set(fillId, row);
    const fees = {
      ...(corrected.qty ? feesOf(corrected.qty) : {}),
      ...(commission === undefined ? {} : { commission }),
    };
    if (Object.keys(fees).length > 0) put('fillFee', { ...tables.fillFee.get(fillId), id: fillId, ...fees });
    rebook(accountId);
    if (changes !== null && Object.keys(corrected).length === 0) return;
    const { action, contractId, qty: lastQty, price: lastPx } = row as Row;
    put('executionReport', {
      ...{ id: newId(), orderId: order.id, accountId, contractId, timestamp: new Date(now()).toISOString() },
      ...{ execType: changes === null ? 'TradeCancel' : 'TradeCorrect', execRefId: String(fillId) },
      ...{ action, lastQty, lastPx },
    });
  }

  function rebook(accountId: number): void {
    const [cash, account] = [rowOf('cashBalance', accountId), tables.account.get(accountId)];
    lots.forget(accountId);
    const moved = list('cashBalanceLog')
      .filter((row) => row['accountId'] === accountId && row['cashChangeType'] !== 'TradePaired')
      .reduce((sum, row) => sum + Number(row['delta']), 0);
    if (cash) tables.cashBalance.set(cash.id, { ...cash, amount: moved });
    for (const row of list('cashBalanceLog'))
      if (row['accountId'] === accountId && row['cashChangeType'] === 'TradePaired')
        tables.cashBalanceLog.delete(row.id);
    const fills = list('fill').filter((row) => tables.order.get(Number(row['orderId']))?.['accountId'] === accountId);
    for (const row of fills) {
      const contract = tables.contract.get(Number(row['contractId']));
      if (!contract || row['active'] !== true) continue;
      book(accountId, contract, row);
    }
    if (fills.every((row) => row['active'] !== true) && account)
      for (const row of list('position')) if (row['accountId'] === accountId) put('position', { ...row, netPos: 0 });
  }

  function openAccount(request: Readonly<Record<string, unknown>>): Row {
    const kind = { accountType: 'Customer', legalStatus: 'Individual', marginAccountType: 'Speculator' };
    const ids = { userId: request['userId'], clearingHouseId: 1, riskCategoryId: 1, autoLiqProfileId: 1 };
    const account = put('account', {
      id: newId(),
      name: request['name'],
      active: true,
      archived: false,
      ...kind,
      ...ids,
    });
    put('tradingPermission', { id: newId(), userId: request['userId'], accountId: account.id, status: 'Accepted' });
    addCash(account.id, Number(request['initialBalance']), { cashChangeType: 'NewAccount' });
    put('userAccountAutoLiq', { id: account.id, ...(request['postTradeRisk'] as object) });
    put('accountRiskStatus', { id: account.id, adminAction: 'Normal' });
    for (const limit of (request['preTradeRisk'] ?? []) as object[])
      put('userAccountPositionLimit', { id: newId(), accountId: account.id, ...limit });
    return account;
  }

  /** What an account's fills have made in the current session, fees included, in dollars. */
  function dayResult(accountId: number): number {
    const today = sessionDateOf(now());
    const rows = list('cashBalanceLog').filter((row) => row['accountId'] === accountId);
    const start = rows.findLastIndex((row) => row['cashChangeType'] === 'ManualAdjustment') + 1;
    return rows
      .slice(start)
      .filter(({ cashChangeType: type, timestamp }) => type === 'TradePaired' && dateOf(timestamp) === today)
      .reduce((sum, row) => sum + Number(row['delta']), 0);
  }

  return {
    dayResult,
    kinds,
    ...{ list, find, put, newId, trade, amend, openAccount, addCash, rowOf, contractOf },
    /** A new session begins for a kind. */
    hide: (kind: Kind) => void hidden.set(kind, new Set(tables[kind].keys())),
    listCurrent: (kind: Kind) => list(kind).filter(({ id }) => !hidden.get(kind)?.has(id)),
    listen(listener: Listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type Firm = ReturnType<typeof createFirm>;

/** The firm as a desk that takes people's orders sees it. */
export function forDesk(firm: Firm) {
  const contractName = (id: unknown) => String(firm.list('contract').find((row) => row.id === id)?.['name']);
  return {
    accounts: () =>
      firm.list('account').map(({ id, name }) => {
        const row = firm.rowOf('accountRiskStatus', id);
        const status = String(row?.['adminAction']);
        const isOpen = status === 'Normal';
        const held = firm.list('position').filter((each) => each['accountId'] === id);
        return {
          ...{ name: String(name), status, dollars: firm.rowOf('cashBalance', id)?.['amount'] },
          state: row?.['liquidateOnly'] ? 'closing-only' : isOpen ? 'open' : 'locked',
          positions: Object.fromEntries(held.map((each) => [contractName(each['contractId']), Number(each['netPos'])])),
        } as const;
      }),
    lastPrice(contract: string): number | undefined {
      const { id } = firm.contractOf(contract);
      const price = firm.list('fill').findLast((row) => row['contractId'] === id)?.['price'];
      return price === undefined ? undefined : Number(price);
    },
    trade: (account: string, order: Omit<Placed, 'accountId'>) =>
      void firm.trade({ ...order, accountId: firm.find('account', account)?.id ?? 0 }),
  };
}
