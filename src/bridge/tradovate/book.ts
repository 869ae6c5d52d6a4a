import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { repeat } from '../core/clock.ts';
import { type Contracts, toTicks } from '../core/contracts.ts';
import { createRecent } from '../core/recent.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import type { Holdings } from './holdings.ts';
import type { Rest } from './rest.ts';
import type { TradovateSettings } from './settings.ts';

type Row = Readonly<Record<string, unknown>>;
type Fill = {
  readonly id: number;
  readonly orderId: number;
  readonly contractId: number;
  readonly timestamp: string;
  readonly action: 'Buy' | 'Sell';
  readonly qty: number;
  readonly price: number;
  readonly active?: boolean;
};
/** The fee last reported to the site, when, and how many times it changed; survives a restart. */
type ReportedFee = { readonly feeCents: number; readonly times: number; readonly at: number };

const feeFields = ['clearingFee', 'exchangeFee', 'nfaFee', 'brokerageFee', 'ipFee', 'commission', 'orderRoutingFee'];
const retryMs = 5_000;
/** An order of an earlier session isn't in the lists, so it is asked for; a fill whose order nobody knows is given up on. */
const orderWaitMs = 2_000;
const stuckMs = minuteMs;
/** The vendor shows the current session only, and a long weekend is one. */
const feesKeptMs = 5 * dayMs;

type Options = {
  readonly rest: Pick<Rest, 'find'>;
  readonly contracts: Contracts;
  readonly holdings: Holdings;
  readonly settings: Pick<TradovateSettings, 'open'>;
  /** Our account's id of the vendor's; undefined for an account that this bridge didn't open. */
  readonly accountIdOf: (vendorId: number) => string | undefined;
};

/**
 * Joins what the vendor sends apart: a fill has neither account nor fee, and either may come first. Every fill becomes one
 * event, and what changes it later another.
 */
export function createBook(
  { clock, store, outbox, metrics, say }: CoreParts,
  { rest, contracts, holdings, settings, accountIdOf }: Options,
) {
  const orders = createRecent<number, number>(clock);
  /** By id and content: a fill that comes otherwise doesn't replace one that waits. */
  const waiting = new Map<string, Fill & { readonly since: number }>();
  /** What was last sent of each fill. */
  const sent = createRecent<number, string>(clock);
  const fees = createRecent<number, number>(clock);
  const orderOfFill = createRecent<number, number>(clock);
  /** Corrections of fills whose order hasn't arrived, by its id. */
  const early = new Map<number, (() => void)[]>();
  /** Reports whose contract is asked for. */
  const reading = new Set<{ readonly since: number }>();
  let lagMs = 0;

  const accountOfOrder = (orderId: number) => {
    const vendorId = orders.get(orderId);
    return vendorId === undefined ? undefined : accountIdOf(vendorId);
  };
  const touch = (orderId: number) => {
    const vendorId = orders.get(orderId);
    if (vendorId !== undefined) holdings.touch(vendorId);
  };

  async function send(fill: Fill): Promise<void> {
    if (!orders.has(fill.orderId) || !waiting.has(keyOf(fill))) return;
    const accountId = accountOfOrder(fill.orderId);
    const contract = accountId === undefined ? null : await contracts.find(fill.contractId);
    // While the contract was asked for, another attempt may have sent it.
    if (!waiting.delete(keyOf(fill)) || accountId === undefined) return;
    const priceTicks = contract && toTicks(contract.instrument, fill.price);
    if (!contract || priceTicks === null) {
      metrics.count('refused_fills');
      say(`fill ${fill.id} of ${accountId} can't be booked: contract ${fill.contractId} at ${fill.price}`);
      const name = contract ? `${contract.instrument} ${contract.month}` : `contract ${fill.contractId}`;
      const value = `${fill.action} ${fill.qty} ${name} at ${fill.price}`;
      outbox.addUnread(accountId, { file: `Tradovate fill ${fill.id}`, reason: 'instrument', value });
      return;
    }
    const at = Date.parse(fill.timestamp);
    lagMs = Math.max(0, clock.now() - at);
    // After a restart it is sent as before; a fee that came meanwhile follows.
    const first = { feeCents: fees.get(fill.id) ?? 0, times: 0, at: clock.now() };
    const reported = store.get<ReportedFee>('fees', `${fill.id}`) ?? first;
    const side = fill.action === 'Buy' ? 'buy' : 'sell';
    const event = { type: 'fill', at, ...contract, side, quantity: fill.qty, priceTicks, feeCents: reported.feeCents };
    outbox.add(accountId, [{ sourceId: `fill-${fill.id}`, event }], ['fees', `${fill.id}`, reported]);
    if (!sent.has(fill.id)) metrics.count('fills');
    sent.set(fill.id, keyOf(fill));
    touch(fill.orderId);
    // What arrived while the contract was asked for.
    tellFee(fill.id);
  }

  /** A fill waits for its order, and for its fee only briefly. */
  function trySend(fill: Fill): void {
    if (!waiting.has(keyOf(fill)) || !orders.has(fill.orderId)) return;
    const settle = () =>
      void send(fill).catch((error) => {
        say(`fill ${fill.id} will be tried again: ${error}`);
        void clock.sleep(retryMs).then(() => trySend(fill));
      });
    if (fees.has(fill.id)) settle();
    else void clock.sleep(settings.open.feeWaitMs).then(settle);
  }

  async function askForOrder(orderId: number, fillId: number): Promise<void> {
    await clock.sleep(orderWaitMs);
    if (orders.has(orderId)) return;
    const order = await rest.find(`/order/item?id=${orderId}`);
    if (order) take('order', [order]);
    else say(`fill ${fillId} waits for its order ${orderId}, which the vendor doesn't know`);
  }

  const requireOrder = (orderId: number, fillId: number) =>
    void askForOrder(orderId, fillId).catch((error) => say(`order ${orderId} can't be read: ${error}`));

  function tellFee(fillId: number): void {
    const [orderId, feeCents] = [orderOfFill.get(fillId) ?? 0, fees.get(fillId)];
    const [before, accountId] = [store.get<ReportedFee>('fees', `${fillId}`), accountOfOrder(orderId)];
    if (!sent.has(fillId) || !before || accountId === undefined) return;
    if (feeCents === undefined || before.feeCents === feeCents) return;
    const times = before.times + 1;
    const event = { type: 'fill-fee', at: clock.now(), of: `fill-${fillId}`, feeCents };
    const reported: ReportedFee = { feeCents, times, at: clock.now() };
    outbox.add(accountId, [{ sourceId: `fee-${fillId}-${times}`, event }], ['fees', `${fillId}`, reported]);
    touch(orderId);
  }

  function takeFill(fill: Fill): void {
    orderOfFill.set(fill.id, fill.orderId);
    if (sent.get(fill.id) !== keyOf(fill) && !waiting.has(keyOf(fill))) {
      waiting.set(keyOf(fill), { ...fill, since: clock.now() });
      if (orders.has(fill.orderId)) trySend(fill);
      else requireOrder(fill.orderId, fill.id);
    }
    // A report of what happened to it is newer than the fill, so that it counts instead.
    if (fill.active === false)
      correct(fill.orderId, fill.id, { sourceId: `inactive-${fill.id}`, at: Date.parse(fill.timestamp), fill: null });
  }

  type Correction = { readonly sourceId: string; readonly at: number; readonly fill: object | null };

  function correct(orderId: number, fillId: number, correction: Correction): void {
    if (!orders.has(orderId)) {
      // A bust may overtake the order, or be of an earlier session's.
      if (!early.has(orderId)) requireOrder(orderId, fillId);
      early.set(orderId, [...(early.get(orderId) ?? []), () => correct(orderId, fillId, correction)]);
      return;
    }
    const accountId = accountOfOrder(orderId);
    if (accountId === undefined) return;
    metrics.count('corrections');
    const { sourceId, ...event } = correction;
    outbox.add(accountId, [{ sourceId, event: { type: 'fill-correction', of: `fill-${fillId}`, ...event } }]);
    touch(orderId);
  }

  async function takeReport(report: Row): Promise<void> {
    const { execType, execRefId, id } = report;
    if (execType !== 'TradeCancel' && execType !== 'TradeCorrect') return;
    const [orderId, fillId] = [Number(report['orderId']), Number(execRefId)];
    const writtenAt = Date.parse(String(report['timestamp']));
    const base = { sourceId: `report-${id}`, at: Number.isNaN(writtenAt) ? clock.now() : writtenAt };
    if (execType === 'TradeCancel') return correct(orderId, fillId, { ...base, fill: null });
    const contract = await contracts.find(Number(report['contractId']));
    const priceTicks = contract && toTicks(contract.instrument, Number(report['lastPx']));
    if (priceTicks === null) {
      const accountId = accountOfOrder(orderId);
      const value = `fill ${fillId}: ${report['action']} ${report['lastQty']} at ${report['lastPx']}`;
      say(`correction ${id} of ${accountId} can't be booked: ${value}`);
      const file = `Tradovate correction ${id}`;
      if (accountId !== undefined) outbox.addUnread(accountId, { file, reason: 'instrument', value });
      return;
    }
    const side = report['action'] === 'Buy' ? 'buy' : 'sell';
    correct(orderId, fillId, { ...base, fill: { side, quantity: Number(report['lastQty']), priceTicks } });
  }

  function tryReport(report: Row, since = clock.now()): void {
    const trying = { since };
    reading.add(trying);
    void takeReport(report)
      .catch(async (error) => {
        say(`report ${report['id']} will be tried again: ${error}`);
        await clock.sleep(retryMs);
        tryReport(report, since);
      })
      .finally(() => reading.delete(trying));
  }

  function takeOrder(id: number, order: Row): void {
    orders.set(id, Number(order['accountId']));
    for (const correctNow of early.get(id) ?? []) correctNow();
    early.delete(id);
    for (const fill of waiting.values()) if (fill.orderId === id) trySend(fill);
  }

  function takeFee(id: number, row: Row): void {
    // Without any, it hasn't been posted.
    if (feeFields.every((name) => row[name] === undefined)) return;
    fees.set(id, Math.round(feeFields.reduce((sum, name) => sum + Number(row[name] ?? 0), 0) * 100));
    tellFee(id);
    for (const fill of waiting.values()) if (fill.id === id) trySend(fill);
  }

  /** Takes entities as they come: repeated, out of order, from the stream or from a sync. */
  function take(entityType: string, entities: readonly Row[]): void {
    for (const entity of entities) {
      const id = Number(entity['id']);
      if (entityType === 'order') takeOrder(id, entity);
      else if (entityType === 'fill') takeFill(entity as unknown as Fill);
      else if (entityType === 'fillFee') takeFee(id, entity);
      else if (entityType === 'executionReport') tryReport(entity);
      else if (entityType === 'contract') contracts.learn(id, String(entity['name']));
    }
  }

  function forgetOldFees(): void {
    const old = store.list<ReportedFee>('fees').filter(([, { at = 0 }]) => at < clock.now() - feesKeptMs);
    store.write(...old.map(([fillId]) => ['fees', fillId, null] as const));
  }

  const isStuck = ({ since }: { readonly since: number }) => clock.now() - since > stuckMs;
  metrics.gauge('stuck_fills', () => [...waiting.values()].filter(isStuck).length);
  return {
    take,
    run: (signal: AbortSignal) => repeat(clock, hourMs, signal, async () => forgetOldFees(), say),
    lagMs: () => lagMs,
    /** Fills and reports on their way. One that is stuck concerns its own account, whose balance then differs. */
    waiting: () => [...waiting.values(), ...reading].filter((each) => !isStuck(each)).length,
  };
}

const keyOf = ({ id, contractId, action, qty, price, timestamp }: Fill) =>
  [id, contractId, action, qty, price, timestamp].join(' ');
