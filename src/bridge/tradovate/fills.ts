import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import type { Row } from '../core/answers.ts';
import { repeat } from '../core/clock.ts';
import { type Contracts, toTicks } from '../core/contracts.ts';
import { createRecent } from '../core/recent.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import type { Corrections } from './corrections.ts';
import type { Orders } from './orders.ts';

type Fill = Readonly<Record<'id' | 'orderId' | 'contractId' | 'qty' | 'price', number>> & {
  readonly timestamp: string;
  readonly action: 'Buy' | 'Sell';
  readonly active?: boolean;
};
/** The fee last reported to the site, when, and how many times it changed; survives a restart. */
type ReportedFee = { readonly feeCents: number; readonly times: number; readonly at: number };

const feeFields = ['clearingFee', 'exchangeFee', 'nfaFee', 'brokerageFee', 'ipFee', 'commission', 'orderRoutingFee'];
const retryMs = 5_000;
const stuckMs = minuteMs;
/** The vendor shows the current session only, and a long weekend is one. */
const feesKeptMs = 5 * dayMs;

/**
 * Joins what the vendor sends apart, repeated and out of order: a fill has neither account nor fee, and either may come
 * first. Every fill becomes one event, and what changes it later another.
 */
export function createFills(
  { clock, store, metrics, say }: CoreParts,
  contracts: Contracts,
  orders: Orders,
  corrections: Corrections,
  feeWaitMs: number,
) {
  /** By id and content: a fill that comes otherwise doesn't replace one that waits. */
  const waiting = new Map<string, Fill & { readonly since: number }>();
  /** What was last sent of each fill. */
  const sent = createRecent<number, Fill>(clock);
  const fees = createRecent<number, number>(clock);
  let lagMs = 0;

  async function send(fill: Fill): Promise<void> {
    if (!waiting.has(keyOf(fill))) return;
    const isOurs = orders.accountOf(fill.orderId) !== undefined;
    const contract = isOurs ? await contracts.find(fill.contractId) : null;
    // While the contract was asked for, another attempt may have sent it.
    if (!waiting.delete(keyOf(fill)) || !isOurs) return;
    const priceTicks = contract && toTicks(contract.instrument, fill.price);
    if (!contract || priceTicks === null) {
      metrics.count('refused_fills');
      const name = contract ? `${contract.instrument} ${contract.month}` : `contract ${fill.contractId}`;
      return orders.passUnread(fill.orderId, `fill ${fill.id}`, `${fill.action} ${fill.qty} ${name} at ${fill.price}`);
    }
    const at = Date.parse(fill.timestamp);
    lagMs = Math.max(0, clock.now() - at);
    // After a restart it is sent as before; a fee that came meanwhile follows.
    const first = { feeCents: fees.get(fill.id) ?? 0, times: 0, at: clock.now() };
    const reported = store.get<ReportedFee>('fees', `${fill.id}`) ?? first;
    const side = fill.action === 'Buy' ? 'buy' : 'sell';
    const event = { type: 'fill', at, ...contract, side, quantity: fill.qty, priceTicks, feeCents: reported.feeCents };
    orders.pass(fill.orderId, { sourceId: `fill-${fill.id}`, event }, ['fees', `${fill.id}`, reported]);
    if (!sent.has(fill.id)) metrics.count('fills');
    sent.set(fill.id, fill);
    // What arrived while the contract was asked for.
    tellFee(fill.id);
  }

  /** A fill waits for its fee only briefly. */
  function trySend(fill: Fill): void {
    const settle = () =>
      void send(fill).catch((error) => {
        say(`fill ${fill.id} will be tried again: ${error}`);
        void clock.sleep(retryMs).then(() => trySend(fill));
      });
    if (fees.has(fill.id)) settle();
    else void clock.sleep(feeWaitMs).then(settle);
  }

  function tellFee(fillId: number): void {
    const [fill, feeCents] = [sent.get(fillId), fees.get(fillId)];
    const before = store.get<ReportedFee>('fees', `${fillId}`);
    if (!fill || !before || feeCents === undefined || before.feeCents === feeCents) return;
    const reported: ReportedFee = { feeCents, times: before.times + 1, at: clock.now() };
    const event = { type: 'fill-fee', at: reported.at, of: `fill-${fillId}`, feeCents };
    orders.pass(fill.orderId, { sourceId: `fee-${fillId}-${reported.times}`, event }, ['fees', `${fillId}`, reported]);
  }

  async function forgetOldFees(): Promise<void> {
    const old = store.list<ReportedFee>('fees').filter(([, { at = 0 }]) => at < clock.now() - feesKeptMs);
    store.write(...old.map(([fillId]) => ['fees', fillId, null] as const));
  }

  const isStuck = ({ since }: { readonly since: number }) => clock.now() - since > stuckMs;
  metrics.gauge('stuck_fills', () => [...waiting.values()].filter(isStuck).length);
  return {
    run: (signal: AbortSignal) => repeat(clock, hourMs, signal, forgetOldFees, say),
    lagMs: () => lagMs,
    /** Fills and reports on their way. One that is stuck concerns its own account, whose balance then differs. */
    waiting: () => [...waiting.values(), ...corrections.reading].filter((each) => !isStuck(each)).length,
    take(row: Row): void {
      const fill = row as unknown as Fill;
      const [key, last] = [keyOf(fill), sent.get(fill.id)];
      if ((!last || keyOf(last) !== key) && !waiting.has(key)) {
        waiting.set(key, { ...fill, since: clock.now() });
        orders.whenKnown(fill.orderId, fill.id, () => trySend(fill));
      }
      // A report of what happened to it is newer than the fill, so that it counts instead.
      const inactive = { sourceId: `inactive-${fill.id}`, at: Date.parse(fill.timestamp), fill: null };
      if (fill.active === false) corrections.correct(fill.orderId, fill.id, inactive);
    },
    takeFee(row: Row): void {
      // Without any, it hasn't been posted.
      if (feeFields.every((name) => row[name] === undefined)) return;
      const id = Number(row['id']);
      fees.set(id, Math.round(feeFields.reduce((sum, name) => sum + Number(row[name] ?? 0), 0) * 100));
      tellFee(id);
      for (const fill of waiting.values()) if (fill.id === id && orders.has(fill.orderId)) trySend(fill);
    },
  };
}

const keyOf = ({ id, contractId, action, qty, price, timestamp }: Fill) =>
  [id, contractId, action, qty, price, timestamp].join(' ');
