import type { output } from 'zod/mini';
import { minuteMs } from '#lib/durations.ts';
import type { Contract } from '#shared/exchange/contract-month.ts';
import type { streamedFrame } from '#shared/trading/contract-market.ts';
import { type Bar, joinBars, readBars } from '#shared/trading/market/bars.ts';
import { frameMs, type Market, readDayOpenTicks, readDepth, readFrame } from '#shared/trading/market/market.ts';

/** A message for everyone with the same selection: as bytes, and as a single HTTP/1.1 chunk. */
export type EncodedFrame = { readonly bytes: Buffer; readonly chunk: Buffer };

/** The contracts a stream follows; equal selections have the same key and share their messages. */
export type ContractSelection = { readonly key: string; readonly contracts: ReadonlyMap<string, Contract> };

type CachedQuote = { readonly text: string; readonly minute: Bar | null };

export function createEncoder(market: Market) {
  /** Quotes as JSON by contract and frame, shared by all selections. */
  const quotes = new Map<string, Map<number, CachedQuote>>();
  const messages = new Map<number, Map<string, EncodedFrame>>();

  function quoteOf(name: string, contract: Contract, frameNumber: number): CachedQuote {
    const byFrame = quotes.get(name) ?? new Map<number, CachedQuote>();
    quotes.set(name, byFrame);
    const cached = byFrame.get(frameNumber);
    if (cached) return cached;
    const minute = readMinute(market, contract, frameNumber, byFrame.get(frameNumber - 1)?.minute ?? null);
    const fresh = { text: JSON.stringify(readQuote(market, contract, frameNumber, minute)), minute };
    byFrame.set(frameNumber, fresh);
    return fresh;
  }

  function write({ contracts }: ContractSelection, frameNumber: number): string {
    const parts = [...contracts].map(([name, each]) => `"${name}":${quoteOf(name, each, frameNumber).text}`);
    const data = `{"number":${frameNumber},"at":${frameNumber * frameMs},"quotes":{${parts.join(',')}}}`;
    return `id: ${frameNumber}\nevent: frame\ndata: ${data}\n\n`;
  }

  return {
    /** A frame's message, encoded once per selection. */
    encode(selection: ContractSelection, frameNumber: number): EncodedFrame {
      const bySelection = messages.get(frameNumber) ?? new Map<string, EncodedFrame>();
      messages.set(frameNumber, bySelection);
      const message = bySelection.get(selection.key) ?? encodeText(write(selection, frameNumber));
      bySelection.set(selection.key, message);
      return message;
    },
    /** Several frames in one message, for a viewer who missed them. */
    encodeSince(selection: ContractSelection, from: number, to: number): EncodedFrame {
      const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      return encodeText(numbers.map((number) => write(selection, number)).join(''));
    },
    /** Drops messages older than the newest two frames, and quotes older than `oldest`. */
    forget(newest: number, oldest: number): void {
      for (const number of messages.keys()) if (number < newest - 1) messages.delete(number);
      for (const [name, byFrame] of quotes) {
        for (const number of byFrame.keys()) if (number < oldest) byFrame.delete(number);
        if (byFrame.size === 0) quotes.delete(name);
      }
    },
  };
}

function encodeText(text: string): EncodedFrame {
  const bytes = Buffer.from(text);
  return { bytes, chunk: Buffer.from(`${bytes.length.toString(16)}\r\n${text}\r\n`) };
}

/** The current minute's bar, continued from the previous frame where that is known. */
function readMinute(
  market: Market,
  { instrument, month }: Contract,
  frameNumber: number,
  previous: Bar | null,
): Bar | null {
  const at = frameNumber * frameMs;
  const start = Math.floor(at / minuteMs) * minuteMs;
  const continues = previous !== null && previous.at === start;
  const [next] = readBars(market, instrument, month, {
    from: continues ? at : start,
    to: at + frameMs,
    barMs: minuteMs,
  });
  return continues && next ? joinBars(previous, next) : (next ?? null);
}

function readQuote(
  market: Market,
  { instrument, month }: Contract,
  frameNumber: number,
  minute: Bar | null,
): output<typeof streamedFrame>['quotes'][string] {
  const frame = readFrame(market, instrument, month, frameNumber);
  if (frame === null || minute === null) return null;
  const { bidTicks, askTicks, lastTicks, highTicks, lowTicks, volume } = frame;
  const { bids, asks } = readDepth(market, instrument, month, frameNumber);
  return {
    ...{ bidTicks, askTicks, lastTicks, highTicks, lowTicks, volume },
    minute: [minute.openTicks, minute.highTicks, minute.lowTicks, minute.closeTicks, minute.volume],
    dayOpenTicks: readDayOpenTicks(market, instrument, month, frameNumber),
    bidSizes: bids.map(({ size }) => size),
    askSizes: asks.map(({ size }) => size),
  };
}
