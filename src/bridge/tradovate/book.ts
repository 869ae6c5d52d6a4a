import type { BalanceReport, PositionReport } from '../core/adapter.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import type { createContracts } from './contracts.ts';
import { toTicks } from './contracts.ts';
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
type Sent = { readonly feeCents: number };

const feeFields = ['clearingFee', 'exchangeFee', 'nfaFee', 'brokerageFee', 'ipFee', 'commission', 'orderRoutingFee'];
/** A quiet account has nothing on its way. */
const quietMs = 2_000;

type Options = {
  readonly contracts: ReturnType<typeof createContracts>;
  readonly settings: Pick<TradovateSettings, 'open'>;
  /** Our account's id of the vendor's; undefined for an account that this bridge didn't open. */
  readonly accountIdOf: (vendorId: number) => string | undefined;
};

/**
 * Joins what the vendor sends apart: a fill has neither account nor fee, and either may come first. Every fill becomes one
 * event, and what changes it later another.
 */
export function createBook({ clock, outbox, metrics, say }: CoreParts, { contracts, settings, accountIdOf }: Options) {
  /** The vendor's account of each order. */
  const orders = new Map<number, number>();
  const waiting = new Map<number, Fill>();
  const fees = new Map<number, number>();
  const sent = new Map<number, Sent>();
  const positions = new Map<
    string,
    { readonly vendorId: number; readonly contractId: number; readonly quantity: number }
  >();
  const balances = new Map<number, number>();
  const changedAt = new Map<number, number>();
  let lagMs = 0;

  const touch = (vendorId: number | undefined) => void (vendorId !== undefined && changedAt.set(vendorId, clock.now()));

  async function send(fill: Fill): Promise<void> {
    const vendorId = orders.get(fill.orderId);
    const accountId = vendorId === undefined ? undefined : accountIdOf(vendorId);
    if (vendorId === undefined || !waiting.delete(fill.id)) return;
    if (accountId === undefined) return;
    const contract = await contracts.find(fill.contractId);
    const priceTicks = contract && toTicks(contract.instrument, fill.price);
    if (!contract || priceTicks === null) {
      metrics.count('refused_fills');
      say(`fill ${fill.id} of ${accountId} can't be booked: contract ${fill.contractId} at ${fill.price}`);
      return;
    }
    const at = Date.parse(fill.timestamp);
    lagMs = Math.max(0, clock.now() - at);
    const feeCents = fees.get(fill.id) ?? 0;
    sent.set(fill.id, { feeCents });
    metrics.count('fills');
    outbox.add(accountId, [
      {
        sourceId: `fill-${fill.id}`,
        event: {
          ...{ type: 'fill', at, ...contract, side: fill.action === 'Buy' ? 'buy' : 'sell' },
          ...{ quantity: fill.qty, priceTicks, feeCents },
        },
      },
    ]);
    touch(vendorId);
    // What arrived while the contract was asked for.
    tellFee(fill.id, fill.orderId);
  }

  /** A fill waits for its order without end, and for its fee only briefly. */
  function trySend(fill: Fill): void {
    if (!waiting.has(fill.id) || !orders.has(fill.orderId)) return;
    const settle = () => void send(fill).catch((error) => retry(fill, error));
    if (fees.has(fill.id)) settle();
    else void clock.sleep(settings.open.feeWaitMs).then(settle);
  }

  function retry(fill: Fill, error: unknown): void {
    waiting.set(fill.id, fill);
    say(`fill ${fill.id} will be tried again: ${error}`);
    void clock.sleep(5_000).then(() => trySend(fill));
  }

  const accountOfOrder = (orderId: number) => {
    const vendorId = orders.get(orderId);
    return vendorId === undefined ? undefined : accountIdOf(vendorId);
  };
  const orderOfFill = new Map<number, number>();
  /** Corrections of fills whose order hasn't arrived, by its id. */
  const early = new Map<number, (() => void)[]>();

  function tellFee(fillId: number, orderId: number): void {
    const [before, feeCents] = [sent.get(fillId), fees.get(fillId)];
    const accountId = accountOfOrder(orderId);
    if (!before || feeCents === undefined || before.feeCents === feeCents || accountId === undefined) return;
    sent.set(fillId, { feeCents });
    const event = { type: 'fill-fee', at: clock.now(), of: `fill-${fillId}`, feeCents };
    outbox.add(accountId, [{ sourceId: `fee-${fillId}-${feeCents}`, event }]);
    touch(orders.get(orderId));
  }

  function takeFill(fill: Fill): void {
    orderOfFill.set(fill.id, fill.orderId);
    if (!sent.has(fill.id) && !waiting.has(fill.id)) {
      waiting.set(fill.id, fill);
      trySend(fill);
    }
    if (fill.active === false) correct(fill.orderId, fill.id, `inactive-${fill.id}`, null);
  }

  function correct(orderId: number, fillId: number, sourceId: string, fill: object | null): void {
    if (!orders.has(orderId)) {
      // A bust may overtake the order, too.
      early.set(orderId, [...(early.get(orderId) ?? []), () => correct(orderId, fillId, sourceId, fill)]);
      return;
    }
    const accountId = accountOfOrder(orderId);
    if (accountId === undefined) return;
    metrics.count('corrections');
    outbox.add(accountId, [
      { sourceId, event: { type: 'fill-correction', at: clock.now(), of: `fill-${fillId}`, fill } },
    ]);
    touch(orders.get(orderId));
  }

  async function takeReport(report: Row): Promise<void> {
    const { execType, execRefId, id } = report;
    if (execType !== 'TradeCancel' && execType !== 'TradeCorrect') return;
    const [orderId, fillId] = [Number(report['orderId']), Number(execRefId)];
    if (execType === 'TradeCancel') return correct(orderId, fillId, `report-${id}`, null);
    const contract = await contracts.find(Number(report['contractId']));
    const priceTicks = contract && toTicks(contract.instrument, Number(report['lastPx']));
    if (priceTicks === null) return say(`correction ${id} of fill ${fillId} can't be booked`);
    const side = report['action'] === 'Buy' ? 'buy' : 'sell';
    correct(orderId, fillId, `report-${id}`, { side, quantity: Number(report['lastQty']), priceTicks });
  }

  /** Takes entities as they come: repeated, out of order, from the stream or from a sync. */
  function take(entityType: string, entities: readonly Row[]): void {
    for (const entity of entities) {
      const id = Number(entity['id']);
      if (entityType === 'order') {
        orders.set(id, Number(entity['accountId']));
        for (const send of early.get(id) ?? []) send();
        early.delete(id);
        for (const fill of waiting.values()) if (fill.orderId === id) trySend(fill);
      } else if (entityType === 'fill') takeFill(entity as unknown as Fill);
      else if (entityType === 'fillFee') {
        fees.set(id, Math.round(feeFields.reduce((sum, name) => sum + Number(entity[name] ?? 0), 0) * 100));
        const fill = waiting.get(id);
        if (fill) trySend(fill);
        else tellFee(id, orderOfFill.get(id) ?? 0);
      } else if (entityType === 'executionReport')
        void takeReport(entity).catch((error) => say(`an execution report is lost: ${error}`));
      else if (entityType === 'contract') contracts.learn(id, String(entity['name']));
      else if (entityType === 'position') {
        const vendorId = Number(entity['accountId']);
        const contractId = Number(entity['contractId']);
        positions.set(`${vendorId} ${contractId}`, { vendorId, contractId, quantity: Number(entity['netPos']) });
        touch(vendorId);
      } else if (entityType === 'cashBalance') {
        const vendorId = Number(entity['accountId']);
        balances.set(vendorId, Math.round(Number(entity['amount']) * 100));
        touch(vendorId);
      }
    }
  }

  const isFlat = (vendorId: number) =>
    [...positions.values()].every((each) => each.vendorId !== vendorId || each.quantity === 0);

  async function report(): Promise<readonly BalanceReport[]> {
    const now = clock.now();
    const reports: BalanceReport[] = [];
    for (const [vendorId, balanceCents] of balances) {
      const accountId = accountIdOf(vendorId);
      if (accountId === undefined || now - (changedAt.get(vendorId) ?? 0) < quietMs) continue;
      const held: PositionReport[] = [];
      for (const position of positions.values()) {
        if (position.vendorId !== vendorId || position.quantity === 0) continue;
        const contract = await contracts.find(position.contractId);
        if (contract) held.push({ ...contract, quantity: position.quantity });
      }
      reports.push({ accountId, at: now, balanceCents, positions: held });
    }
    return reports;
  }

  return { take, isFlat, report, lagMs: () => lagMs, waiting: () => waiting.size };
}

export type Book = ReturnType<typeof createBook>;
