import { contractName } from '#shared/exchange/contract-month.ts';
import { formatPlainPrice } from '#shared/exchange/price.ts';
import type { Row } from '../core/answers.ts';
import { type Contract, type Contracts, toTicks } from '../core/contracts.ts';
import type { OutboxEvent } from '../core/outbox.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import type { Change } from '../core/store.ts';
import type { Accounts } from './accounts.ts';
import { toCents, toTime } from './rest.ts';
import type { VolumetricaSettings } from './settings.ts';

/** A fill as the site knows it, kept over restarts, so that later changes are reported as corrections. */
type ReportedFill = {
  readonly accountId: string;
  readonly at: number;
  /** Negative for a sale; null once it has been taken back. */
  readonly quantity: number | null;
  readonly priceTicks: number;
  readonly feeCents: number;
  readonly contract: Contract;
  /** How often it was corrected. */
  readonly times: number;
};

type Changed = { readonly events: OutboxEvent[]; readonly changes: Change[] };

/** Complete reads without a fill before it counts as gone: one may have been answered by a copy that is behind. */
const missesUntilGone = 2;

/** Reports each fill once, and what the vendor changes about it. Rows may repeat, in any order. */
export function createFills(
  parts: CoreParts,
  accounts: Accounts,
  contracts: Contracts,
  { sells, goneFills }: VolumetricaSettings['open'],
) {
  const { clock, store, outbox, metrics } = parts;
  const changedAt = new Map<string, number>();
  const misses = new Map<string, number>();
  let lagMs = 0;
  const { reportUnread, reportGone } = createReports(parts);

  async function takeRow(accountId: string, row: Row, { events, changes }: Changed): Promise<void> {
    const [id, sourceId] = [String(row['fillId']), sourceIdOf(String(row['fillId']))];
    const quantity = Number(row['quantity']) * (sells === 'negative' ? 1 : -1);
    const reported = store.get<ReportedFill>('fills', id);
    const contract = await contracts.find(Number(row['contractId']));
    const priceTicks = contract && toTicks(contract.instrument, Number(row['price']));
    if (!contract || priceTicks === null) return reportUnread(accountId, id, row);
    const at = toTime(row['executeDtUtc']);
    // Without one, it hasn't been posted.
    const feeCents = row['commissions'] == null ? (reported?.feeCents ?? 0) : Math.abs(toCents(row['commissions']));
    const side = quantity < 0 ? 'sell' : 'buy';
    const times = reported?.times ?? 0;
    const now: ReportedFill = { accountId, at, quantity: quantity || null, priceTicks, feeCents, contract, times };
    if (!reported || (isOther(reported, now) && quantity !== 0)) {
      if (quantity === 0) return;
      const fill = { type: 'fill', at, ...contract, side, quantity: Math.abs(quantity), priceTicks, feeCents };
      events.push({ sourceId, event: fill });
      changes.push(['fills', id, now]);
      if (reported) return;
      metrics.count('fills');
      lagMs = Math.max(0, clock.now() - at);
      return;
    }
    misses.delete(id);
    const next = times + 1;
    const before = events.length;
    if (reported.quantity !== now.quantity || reported.priceTicks !== priceTicks)
      events.push(correction(id, next, quantity === 0 ? null : { side, quantity: Math.abs(quantity), priceTicks }));
    // A correction doesn't say what the fill now costs.
    if (reported.feeCents !== feeCents) {
      const event = { type: 'fill-fee', at: clock.now(), of: sourceId, feeCents };
      events.push({ sourceId: `fee-${id}-${next}`, event });
    }
    if (events.length > before) changes.push(['fills', id, { ...now, times: next }]);
  }

  function correction(id: string, times: number, fill: object | null): OutboxEvent {
    metrics.count('corrections');
    const event = { type: 'fill-correction', at: clock.now(), of: sourceIdOf(id), fill };
    return { sourceId: `correction-${id}-${times}`, event };
  }

  function add(accountId: string, { events, changes }: Changed): void {
    if (events.length === 0) return;
    outbox.add(accountId, events, ...changes);
    changedAt.set(accountId, clock.now());
  }

  return {
    async take(accountId: string, rows: readonly Row[]): Promise<void> {
      const changed: Changed = { events: [], changes: [] };
      const taken = new Set<unknown>();
      for (const row of rows) {
        // A page may repeat what the one before ended with.
        if (taken.has(row['fillId'])) continue;
        taken.add(row['fillId']);
        await takeRow(accountId, row, changed);
      }
      add(accountId, changed);
    },
    /** Compares with a complete list since a time; only of accounts that the vendor currently lists. */
    compare(sinceMs: number, listed: ReadonlySet<string>, isAccountListed: (accountId: string) => boolean): void {
      for (const [id, reported] of store.list<ReportedFill>('fills')) {
        const { accountId, at, quantity } = reported;
        const { startedAt } = accounts.get(accountId);
        if (at < sinceMs || quantity === null || listed.has(id)) continue;
        // A reset may have emptied the list.
        if (startedAt === null || at <= startedAt || !isAccountListed(accountId)) continue;
        const count = (misses.get(id) ?? 0) + 1;
        misses.set(id, count);
        if (count !== missesUntilGone) continue;
        metrics.count('gone_fills');
        if (goneFills === 'report') reportGone(id, reported);
        else {
          const changes: Change[] = [['fills', id, { ...reported, quantity: null, times: reported.times + 1 }]];
          add(accountId, { events: [correction(id, reported.times + 1, null)], changes });
        }
      }
    },
    /** Forgets what is older than anything that is read again. */
    forgetBefore(time: number): void {
      const old = store.list<ReportedFill>('fills').filter(([, { at }]) => at < time);
      store.write(...old.map(([id]) => ['fills', id, null] as const));
    },
    changedAt: (accountId: string) => changedAt.get(accountId) ?? 0,
    lagMs: () => lagMs,
  };
}

export type Fills = ReturnType<typeof createFills>;

/** Of fills in the same millisecond the order of these decides. */
const sourceIdOf = (id: string) => `fill-${id.padStart(12, '0')}`;

/** A correction can't change the contract and the time: the site names such a fill for a person. */
const isOther = ({ contract, at }: ReportedFill, now: ReportedFill) =>
  contract.instrument !== now.contract.instrument || contract.month !== now.contract.month || at !== now.at;

/** Tells a person what can't be booked. */
function createReports({ store, outbox, metrics, say }: CoreParts) {
  function reportUnread(accountId: string, id: string, row: Row): void {
    if (store.get('unreadable', id)) return;
    metrics.count('refused_fills');
    const value = `${row['quantity']} ${row['symbolName']}, contract ${row['contractId']}, at ${row['price']}`;
    say(`fill ${id} of ${accountId} can't be booked: ${value}`);
    outbox.addUnread(accountId, { file: `Volumetrica fill ${id}`, reason: 'instrument', value });
    store.write(['unreadable', id, true]);
  }

  function reportGone(id: string, { accountId, at, quantity, priceTicks, contract }: ReportedFill): void {
    const { instrument, month } = contract;
    const what = `${contractName(instrument, month)} at ${formatPlainPrice(instrument, priceTicks)}`;
    const value = `${quantity} ${what}, ${new Date(at).toISOString()}`;
    say(`fill ${id} of ${accountId} is no longer in the vendor's list: ${value}`);
    outbox.addUnread(accountId, { file: `Volumetrica fill ${id}`, reason: 'gone', value });
  }

  return { reportUnread, reportGone };
}
