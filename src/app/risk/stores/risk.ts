import { atom, computed } from 'nanostores';
import type { output } from 'zod/mini';
import { send } from '#app/http/call.ts';
import { readStream } from '#app/http/stream.ts';
import { currentQuery } from '#app/shell/stores/navigation.ts';
import { createSilence } from '#app/shell/stores/silence.ts';
import { initialRetryMs, waitToRetry } from '#app/shell/stores/stream-retry.ts';
import { parseJson } from '#lib/parse-json.ts';
import { toRows } from '#shared/core/columns.ts';
import { type InstrumentCode, tickCents } from '#shared/exchange/instruments.ts';
import { riskDashboard, riskDelta, riskRow, riskSnapshot, riskStream } from '#shared/risk/contract.ts';
import { lowRoomShare, roomShare } from '#shared/risk/room.ts';
import { $riskSort, compareRows, defaultSort, type RiskRow, type RiskSortKey, riskSortKeys } from './risk-order.ts';

export type { RiskRow };

export type RiskFilter = Partial<
  Readonly<Record<'q' | 'only' | 'program' | 'phase' | 'platform' | 'country' | 'instrument' | 'status', string>>
>;

/** What the list can be limited to: accounts with a position, or with little room. */
export const riskScopes = ['market', 'low'] as const;

type RiskList = {
  readonly status: 'loading' | 'failed' | 'live' | 'reconnecting';
  /** The ids in the order of the last sort, so that rows don't move under the pointer. */
  readonly order: readonly string[];
  /** Increases with every change of a row. */
  readonly version: number;
};

const filterNames = ['q', 'only', 'program', 'phase', 'platform', 'country', 'instrument', 'status'] as const;
const sortMs = 5_000;

/** By id; changed in place, because copying twenty thousand rows four times a second would be noticeable. */
const rows = new Map<string, RiskRow>();

const silence = createSilence();
export const { $silentMs: $riskSilentMs, $isOld: $areRowsOld } = silence;

export const $riskList = atom<RiskList>({ status: 'loading', order: [], version: 0 });
export const $riskStatus = computed($riskList, ({ status }) => status);
/** Countries of the live accounts, for the filter; set only when accounts come or go. */
export const $countries = atom<readonly string[]>([]);
export const $filter = atom<RiskFilter>({});
/** While true, the rows keep their order. */
export const $isOrderHeld = atom(false);

export const findRow = (id: string): RiskRow | undefined => rows.get(id);

/**
 * The ids of the filter's accounts, least remaining drawdown first as of the last sort. Without a filter this is the
 * same array, so that a change of rows costs nothing here.
 */
export const $visibleRows = computed([$riskList, $filter], ({ order }, filter): readonly string[] => {
  const conditions = readFilter(filter);
  return conditions === null ? order : order.filter((id) => matches(conditions, rows.get(id)));
});

/** The combined positions of the filtered rows, largest first. */
export const $exposure = computed([$visibleRows, $riskList], (shown, { order }) => {
  const sums = new Map<InstrumentCode, { long: number; short: number; accounts: number; largest: number }>();
  // Without a filter all rows count, and iterating them is several times faster than looking up each one.
  const counted = shown === order ? rows.values() : shown.flatMap((id) => rows.get(id) ?? []);
  for (const { positions } of counted) {
    for (const [instrument, quantity] of positions) {
      const sum = sums.get(instrument) ?? { long: 0, short: 0, accounts: 0, largest: 0 };
      if (quantity > 0) sum.long += quantity;
      else sum.short -= quantity;
      sum.accounts += 1;
      sum.largest = Math.max(sum.largest, Math.abs(quantity));
      sums.set(instrument, sum);
    }
  }
  return [...sums]
    .map(([instrument, { long, short, accounts, largest }]) => ({
      instrument,
      long,
      short,
      accounts,
      largestShare: long + short === 0 ? 0 : largest / (long + short),
      tickCents: tickCents(instrument, long - short),
    }))
    .sort((left, right) => right.long + right.short - (left.long + left.short));
});

type Condition = (row: RiskRow) => boolean;

/** The conditions of a filter, parsed once for all rows; null if there are none. */
function readFilter({ q, only, instrument, ...exact }: RiskFilter): readonly Condition[] | null {
  const conditions: Condition[] = [];
  for (const [name, value] of Object.entries(exact)) {
    if (value) conditions.push((row) => row[name as keyof typeof exact] === value);
  }
  if (instrument)
    conditions.push(({ positions }) => positions.some(([heldInstrument]) => heldInstrument === instrument));
  if (only === 'market') conditions.push(isInMarket);
  if (only === 'low') conditions.push((row) => (roomShare(row) ?? 1) < lowRoomShare);
  const term = q?.toLowerCase();
  if (term) conditions.push(({ account, name }) => `${account} ${name}`.toLowerCase().includes(term));
  return conditions.length === 0 ? null : conditions;
}

function matches(conditions: readonly Condition[], row: RiskRow | undefined): boolean {
  return row !== undefined && conditions.every((condition) => condition(row));
}

export function isInMarket({ positions }: RiskRow): boolean {
  return positions.some(([, quantity]) => quantity !== 0);
}

/** How many accounts are live, and how many of them hold a position. */
export const $riskTotals = computed($riskList, ({ order }) => ({
  accounts: order.length,
  inMarket: [...rows.values()].filter(isInMarket).length,
}));

/** Sorts an almost sorted list, which takes a fraction of the time of an unsorted one. */
function sort(ids: readonly string[]): string[] {
  return ids
    .flatMap((id) => rows.get(id) ?? [])
    .sort(compareRows)
    .map(({ id }) => id);
}

function listCountries(): readonly string[] {
  return [...new Set([...rows.values()].map(({ country }) => country))].sort();
}

export function sortRows(): void {
  const { order, version, ...list } = $riskList.get();
  $riskList.set({ ...list, order: sort(order), version: version + 1 });
}

/** Sorts by a column, or the other way round if it already does. */
export function sortBy(key: RiskSortKey): void {
  const { key: before, isDescending } = $riskSort.get();
  sortInOrder(key === before && !isDescending ? `-${key}` : key);
}

/** @param order a column, or a column in descending order with a minus before it */
export function sortInOrder(order: string): void {
  readSort(order);
  sortRows();
  writeAddress();
}

function applySnapshot(columns: output<typeof riskSnapshot>['rows']): void {
  rows.clear();
  const sorted = toRows(riskRow, columns).sort(compareRows);
  for (const row of sorted) rows.set(row.id, row);
  $countries.set(listCountries());
  $riskList.set({ status: 'live', order: sorted.map(({ id }) => id), version: $riskList.get().version + 1 });
}

function applyDelta({ rows: columns, gone }: output<typeof riskDelta>): void {
  const moved = toRows(riskRow, columns);
  const added = moved.filter(({ id }) => !rows.has(id)).map(({ id }) => id);
  for (const row of moved) rows.set(row.id, row);
  for (const id of gone) rows.delete(id);
  if (added.length + gone.length > 0) $countries.set(listCountries());
  const { order: before, version } = $riskList.get();
  const order = added.length + gone.length > 0 ? [...before.filter((id) => rows.has(id)), ...added] : before;
  $riskList.set({ status: 'live', order, version: version + 1 });
}

export function filterBy(change: RiskFilter): void {
  const filter = Object.fromEntries(Object.entries({ ...$filter.get(), ...change }).filter(([, value]) => value));
  $filter.set(filter);
  writeAddress();
}

/** Keeps filter and order in the address, for links and reloads. */
function writeAddress(): void {
  const { key, isDescending } = $riskSort.get();
  const isDefault = key === defaultSort.key && !isDescending;
  const sort = isDefault ? {} : { sort: isDescending ? `-${key}` : key };
  const search = new URLSearchParams({ ...($filter.get() as Record<string, string>), ...sort }).toString();
  globalThis.history.replaceState(null, '', search === '' ? globalThis.location.pathname : `?${search}`);
}

function readSort(text = ''): void {
  const key = riskSortKeys.find((each) => each === text.replace(/^-/, ''));
  $riskSort.set(key === undefined ? defaultSort : { key, isDescending: text.startsWith('-') });
}

/** Loads the snapshot and follows its deltas until the returned function is called. */
export function followRisk(): () => void {
  const stop = new AbortController();
  const query = currentQuery();
  $filter.set(Object.fromEntries(filterNames.flatMap((name) => (query[name] ? [[name, query[name]]] : []))));
  readSort(query['sort']);
  const timer = setInterval(() => {
    if (!$isOrderHeld.get()) sortRows();
  }, sortMs);
  stop.signal.addEventListener('abort', () => clearInterval(timer));
  silence.follow(stop.signal);
  void follow(stop.signal);
  return () => stop.abort();
}

async function follow(signal: AbortSignal): Promise<void> {
  const result = await send(riskDashboard, { signal });
  if (signal.aborted) return;
  if (!result.ok) return $riskList.set({ ...$riskList.get(), status: 'failed' });
  let { run, number } = result.data;
  applySnapshot(result.data.rows);
  let retryMs = initialRetryMs;
  while (!signal.aborted) {
    const gap = new AbortController();
    let isReadable = true;
    const end = await readStream(
      riskStream,
      { query: { run, after: String(number) }, signal: AbortSignal.any([signal, gap.signal]), onHeard: silence.heard },
      ({ event, data }) => {
        retryMs = initialRetryMs;
        const message = readMessage(event, data);
        if (message === null) {
          isReadable = false;
          $riskList.set({ ...$riskList.get(), status: 'failed' });
          gap.abort();
        } else if ('run' in message) {
          ({ run, number } = message);
          applySnapshot(message.rows);
        } else if (message.number === number + 1) {
          number = message.number;
          applyDelta(message);
        } else {
          // A missing number means a lost message: reconnect and continue from what is known.
          gap.abort();
        }
      },
    );
    if (signal.aborted || !isReadable) return;
    $riskList.set({ ...$riskList.get(), status: end === 'refused' ? 'failed' : 'reconnecting' });
    if (end === 'refused') return;
    retryMs = await waitToRetry(retryMs, signal);
  }
}

/** A message of the stream; null if it violates the contract, which a retry can't fix. */
function readMessage(event: string, data: string): output<typeof riskSnapshot> | output<typeof riskDelta> | null {
  const result = (event === 'snapshot' ? riskSnapshot : riskDelta).safeParse(parseJson(data));
  return result.success ? result.data : null;
}
