import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { type barSeconds, marketBars, maxBars, minuteMs } from '#shared/trading/contract-market.ts';
import { appendPart, type Bar } from '#shared/trading/market/bars.ts';
import { frameMs } from '#shared/trading/market/market.ts';
import { $marketFrame, watchContract } from './market.ts';
import type { StreamedFrame } from './market-stream.ts';

export type BarSeconds = (typeof barSeconds)[number];

/** A contract's chart: the completed bars, and the running one up to the newest frame. */
export type BarsState =
  | { readonly status: 'loading' | 'failed'; readonly contract: string; readonly seconds: BarSeconds }
  | {
      readonly status: 'ready';
      readonly contract: string;
      readonly seconds: BarSeconds;
      readonly bars: readonly Bar[];
    };

/** Null while no chart is shown. */
export const $bars = atom<BarsState | null>(null);

const initialRetryMs = 1_000;
const maxRetryMs = 15_000;
const lastFrameOfMinute = minuteMs / frameMs - 1;

/** Shows a contract's bars and keeps them up to date until the returned function is called; one chart at a time. */
export function showBars(contract: string, seconds: BarSeconds): () => void {
  const barMs = seconds * 1_000;
  /** Bars up to `minuteAt` as loaded from the server; the stream adds the minutes from there on. */
  let loaded: { readonly bars: readonly Bar[]; readonly minuteAt: number } | null = null;
  let minute: Bar | null = null;
  let lastNumber = 0;
  let isLoading = false;
  let retryMs = initialRetryMs;
  let retryAt = 0;
  let isShown = true;
  $bars.set({ status: 'loading', contract, seconds });

  async function load(until: number): Promise<void> {
    isLoading = true;
    const query = { contract, seconds: String(seconds), until: String(until), count: String(maxBars) };
    const result = await send(marketBars, { query });
    isLoading = false;
    if (!isShown) return;
    if (result.ok) {
      loaded = { bars: result.data.bars.map(toBar), minuteAt: until };
      retryMs = initialRetryMs;
      show();
      return;
    }
    retryAt = performance.now() + retryMs;
    retryMs = Math.min(retryMs * 2, maxRetryMs);
    if (loaded === null) $bars.set({ status: 'failed', contract, seconds });
  }

  function show(): void {
    if (loaded === null) return;
    const running = minute !== null && minute.at === loaded.minuteAt ? minute : null;
    const bars = running === null ? loaded.bars : appendPart(loaded.bars, running, barMs);
    $bars.set({ status: 'ready', contract, seconds, bars: bars.slice(-maxBars) });
  }

  function receive(frame: StreamedFrame | null): void {
    const quote = frame?.quotes[contract];
    if (!frame || quote === undefined) return;
    const minuteAt = Math.floor(frame.at / minuteMs) * minuteMs;
    const framesPerMinute = lastFrameOfMinute + 1;
    if (loaded !== null && minuteAt > loaded.minuteAt) {
      // The previous minute is complete if its last frame has arrived; otherwise the bars are loaded again.
      const isComplete = minuteAt === loaded.minuteAt + minuteMs && lastNumber % framesPerMinute === lastFrameOfMinute;
      if (isComplete) {
        const ended = minute !== null && minute.at === loaded.minuteAt ? minute : null;
        loaded = { bars: ended === null ? loaded.bars : appendPart(loaded.bars, ended, barMs), minuteAt };
      }
    }
    lastNumber = frame.number;
    minute = quote === null ? null : toMinute(minuteAt, quote.minute);
    const isCurrent = loaded !== null && loaded.minuteAt === minuteAt;
    if (!isCurrent && !isLoading && performance.now() >= retryAt) void load(minuteAt);
    if (isCurrent) show();
  }

  const unwatch = watchContract(contract);
  const unsubscribe = $marketFrame.subscribe(receive);
  return () => {
    isShown = false;
    unsubscribe();
    unwatch();
    const shown = $bars.get();
    if (shown?.contract === contract && shown.seconds === seconds) $bars.set(null);
  };
}

function toBar([at, openTicks, highTicks, lowTicks, closeTicks, volume]: readonly [
  number,
  number,
  number,
  number,
  number,
  number,
]): Bar {
  return { at, openTicks, highTicks, lowTicks, closeTicks, volume };
}

function toMinute(
  at: number,
  [open, high, low, close, volume]: readonly [number, number, number, number, number],
): Bar {
  return { at, openTicks: open, highTicks: high, lowTicks: low, closeTicks: close, volume };
}
