import { canonicalJson } from '#lib/canonical-json.ts';
import { exchangeHolidays } from '#shared/exchange/exchange-calendar.ts';
import { recordOf } from './attempts.ts';
import { dayPathsOf, type ReplayDay } from './daily-results.ts';
import type {
  FileQuestion,
  FillFile,
  ReadOptions,
  SkippedRow,
  UnreadableReason,
  UnreadRow,
} from './fill-file/fill-file.ts';
import { readFillFile } from './fill-file/read-fill-file.ts';
import { type OddsSample, oddsSampleOf } from './odds/sample.ts';
import type { ReplayOffer } from './offer.ts';
import { type OfferReplay, replayOffer } from './replay-offer.ts';
import { makeScenarios } from './scenarios.ts';

export type ReplayRequest = {
  readonly offers: readonly ReplayOffer[];
  readonly rulesVersion: string;
  readonly options: ReadOptions;
};

export type ReplaySource = {
  readonly format: string;
  readonly fills: number;
  readonly unreadRows: number;
  readonly skippedRows: number;
  readonly assumedFees: number;
  readonly assumedMonths: number;
  readonly lostIds: number;
  readonly feeCents: number;
  readonly unknownSymbols: readonly string[];
  /** Whether the prices between fills are known: for all positions, for some, or for none. */
  readonly extremes: 'all' | 'some' | 'none';
  readonly endsOpen: boolean;
  /** Whether fills lie before the first year whose holidays are known. */
  readonly startsBeforeCalendar: boolean;
};

export type ReplayResult = {
  readonly rulesVersion: string;
  readonly source: ReplaySource;
  readonly days: readonly ReplayDay[];
  /** In the order of the offers. */
  readonly offers: readonly OfferReplay[];
};

export type ReplayAnswer =
  | {
      readonly status: 'replayed';
      readonly result: ReplayResult;
      readonly sample: OddsSample;
      readonly unread: readonly UnreadRow[];
      readonly skipped: readonly SkippedRow[];
    }
  | ({ readonly status: 'question' } & FileQuestion)
  | { readonly status: 'unreadable'; readonly reason: UnreadableReason; readonly unread: readonly UnreadRow[] };

export type ReplayProgress =
  | { readonly step: 'reading'; readonly rows: number }
  | { readonly step: 'replaying'; readonly done: number; readonly offers: number };

const calendarStartsAt = Date.parse(Object.keys(exchangeHolidays).sort()[0] ?? '');

/**
 * Reads a file and replays it under every offer's rules. Deterministic: equal bytes give an equal result.
 */
export function replayFile(
  bytes: Uint8Array,
  { offers, rulesVersion, options }: ReplayRequest,
  onProgress: (progress: ReplayProgress) => void = () => undefined,
): ReplayAnswer {
  const answer = readFillFile(bytes, options, (rows) => onProgress({ step: 'reading', rows }));
  if (answer.status !== 'read') return answer;
  const { file } = answer;
  const { mildest, harshest, isCovered, endsOpen } = makeScenarios(file.fills, file.ranges);
  const records = {
    mildest: recordOf(mildest),
    harshest: harshest === null ? null : recordOf(harshest),
    isCovered,
    endsOpen,
    isComplete: file.unreadCount === 0,
  };
  const replays: OfferReplay[] = [];
  for (const [index, offer] of offers.entries()) {
    onProgress({ step: 'replaying', done: index, offers: offers.length });
    const replay = replayOffer(offer, records);
    if (replay !== null) replays.push(replay);
  }
  const days = dayPathsOf(mildest);
  const result: ReplayResult = {
    rulesVersion,
    source: sourceOf(file, harshest === null ? 'none' : isCovered ? 'all' : 'some', endsOpen),
    days: days.map(({ day, resultCents, lowestCents }) => ({ day, resultCents, lowestCents })),
    offers: replays,
  };
  const sample = oddsSampleOf(days, file.fills);
  return { status: 'replayed', result, sample, unread: file.unread, skipped: file.skipped };
}

function sourceOf(file: FillFile, extremes: ReplaySource['extremes'], endsOpen: boolean): ReplaySource {
  let feeCents = 0;
  for (const fill of file.fills) feeCents += fill.feeCents;
  return {
    format: file.format,
    fills: file.fills.length,
    unreadRows: file.unreadCount,
    skippedRows: file.skippedCount,
    assumedFees: file.assumedFees,
    assumedMonths: file.assumedMonths,
    lostIds: file.lostIds,
    feeCents,
    unknownSymbols: file.unknownSymbols.slice(0, 20),
    extremes,
    endsOpen,
    startsBeforeCalendar: (file.fills[0]?.at ?? 0) < calendarStartsAt,
  };
}

/** Writes a result as canonical JSON, so that equal results are equal bytes. */
export function writeResult(result: ReplayResult): string {
  return `${canonicalJson({ ...result, kind: 'tidemark-replay', version: 1 })}\n`;
}
