import { minuteMs, secondMs } from '#lib/durations.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { formatPlainPrice } from '#shared/exchange/price.ts';
import { tradingDaySpan } from '#shared/exchange/trading-day.ts';
import type { Store } from '../core/store.ts';
import type { ParkedRow, StatementEvent } from './read-statement.ts';

/** A row that was sent, as the newest statement that had it shows it. */
type KnownRow = {
  readonly at: number;
  readonly asOf: number;
  readonly file: string;
  /** Of the first statement that had it. */
  readonly firstFile: string;
  readonly line: number;
  /** Exports of orders and of fills have different ids, so only those of one format are compared. */
  readonly format: string;
  /** Side, quantity, contract and price. */
  readonly text: string;
  readonly hasId: boolean;
};

type Sent = {
  readonly events: readonly StatementEvent[];
  readonly format: string;
  readonly file: string;
  /** When the statement was written. */
  readonly asOf: number;
};

/** What earlier statements had, kept over restarts: later ones have less, or other times, and say nothing of it. */
export function createMemory(store: Store) {
  const rowsOf = (account: string) => store.list<KnownRow>(`rows ${account}`);

  return {
    /**
     * Gives fills without ids those of the same fills in other statements, whose times have seconds where these have none,
     * or the other way round.
     */
    identify(account: string, events: readonly StatementEvent[]): readonly StatementEvent[] {
      const ids = new Set(events.map(({ sourceId }) => sourceId));
      const known = rowsOf(account).filter(([id, row]) => !row.hasId && !ids.has(id));
      if (known.length === 0) return events;
      const byContent = Map.groupBy(known, ([, { at, text }]) => contentOf(at, text));
      return events.map((each) => {
        const { sourceId, event } = each;
        if (each.hasId || event.type !== 'fill' || store.get(`rows ${account}`, sourceId)) return each;
        const candidates = byContent.get(contentOf(event.at, textOf(each))) ?? [];
        const index = candidates.findIndex(([, { at }]) => isCut(at) !== isCut(event.at));
        const [found] = index < 0 ? [] : candidates.splice(index, 1);
        return found ? { ...each, sourceId: found[0], event: { ...event, at: found[1].at } } : each;
      });
    },
    /** Rows of earlier statements that one doesn't have although it covers their time. */
    compare(account: string, { events, format, file, asOf }: Sent): readonly ParkedRow[] {
      const [first, last] = [events[0], events.at(-1)];
      if (!first || !last) return [];
      const ids = new Set(events.map(({ sourceId }) => sourceId));
      const known = rowsOf(account).filter(([, row]) => row.format === format);
      // An export of what is known too is of whole days; another may be of some hours, and so may those that it shares no
      // row with: the morning's file says nothing about the afternoon's.
      const repeated = known.filter(([id, row]) => ids.has(id) && row.asOf < asOf);
      const isRepeated = repeated.length > 0;
      const related = new Set([file, ...repeated.flatMap(([, row]) => filesOf(row))]);
      const isReplaced = known.some(([, row]) => row.file === file && row.asOf < asOf);
      const from = isRepeated || isReplaced ? tradingDaySpan(first.event.at).startsAt : first.event.at;
      const dayEnd = isRepeated ? tradingDaySpan(last.event.at).endsAt : last.event.at;
      return known
        .filter(([id, row]) => !ids.has(id) && row.asOf < asOf && row.at >= from && row.at <= asOf)
        .filter(([, row]) => row.at <= dayEnd || row.file === file)
        .filter(([, row]) => row.at >= first.event.at || filesOf(row).some((each) => related.has(each)))
        .map(([, { at, line, text, file: before }]) => {
          const value = `${text}, ${new Date(at).toISOString().slice(0, 19)}Z, line ${line} of ${before}`;
          return { line, reason: 'gone', value: value.slice(0, 200) };
        });
    },
    /** Keeps what a statement had, once it has been sent. */
    keep(account: string, { events, format, file, asOf }: Sent): void {
      const changes = events.flatMap((each) => {
        const { sourceId, line, hasId, event } = each;
        const before = store.get<KnownRow>(`rows ${account}`, sourceId);
        if (before && before.asOf >= asOf) return [];
        const at = before?.at ?? event.at;
        const row: KnownRow = {
          at,
          asOf,
          file,
          firstFile: before?.firstFile ?? file,
          line,
          format,
          text: textOf(each),
          hasId,
        };
        return [[`rows ${account}`, sourceId, row] as const];
      });
      store.note(...changes);
    },
  };
}

export type Memory = ReturnType<typeof createMemory>;

const filesOf = ({ file, firstFile }: KnownRow) => [file, firstFile];
const isCut = (at: number) => at % minuteMs < secondMs;
const contentOf = (at: number, text: string) => `${Math.floor(at / minuteMs)} ${text}`;

function textOf({ event }: StatementEvent): string {
  const { side, quantity, instrument, month } = event;
  const ticks = event.type === 'fill' ? event.priceTicks : event.totalTicks / quantity;
  return `${side} ${quantity} ${contractName(instrument, month)} at ${formatPlainPrice(instrument, ticks)}`;
}
