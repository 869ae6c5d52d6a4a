import type { output } from 'zod/mini';
import type { streamedFrame } from '../../../contract/market.ts';
import type { Contract } from '../../../domain/instrument/contract-month.ts';
import { type Bar, joinBars, readBars } from '../../../domain/market/bars.ts';
import { frameMs, type Market, readDayOpenTicks, readDepth, readFrame } from '../../../domain/market/market.ts';

type Quote = output<typeof streamedFrame>['quotes'][string];

/** A message for everybody with the same selection: as bytes, and as they go over HTTP/1.1 in one chunk. */
export type EncodedFrame = { readonly bytes: Buffer; readonly chunk: Buffer };

/** What a stream follows; equal selections have the same key and share their messages. */
export type Selection = { readonly key: string; readonly contracts: ReadonlyMap<string, Contract> };

export type Encoder = {
  /** The message of a frame, made once for each selection. */
  encode(selection: Selection, frameNumber: number): EncodedFrame;
  /** Several frames in one piece, for a reader who missed them. */
  encodeSince(selection: Selection, from: number, to: number): EncodedFrame;
  /** Forgets what nobody asks for any more: messages older than the newest two, quotes older than `oldest`. */
  forget(newest: number, oldest: number): void;
};

const minuteMs = 60_000;

type Known = { readonly text: string; readonly minute: Bar | null };

export function createEncoder(market: Market): Encoder {
  /** By contract and frame: the quote as JSON, shared by all selections. */
  const quotes = new Map<string, Map<number, Known>>();
  const messages = new Map<number, Map<string, EncodedFrame>>();

  function quoteOf(name: string, contract: Contract, frameNumber: number): Known {
    const known = quotes.get(name) ?? new Map<number, Known>();
    quotes.set(name, known);
    const present = known.get(frameNumber);
    if (present) return present;
    const minute = readMinute(market, contract, frameNumber, known.get(frameNumber - 1)?.minute ?? null);
    const fresh = { text: JSON.stringify(readQuote(market, contract, frameNumber, minute)), minute };
    known.set(frameNumber, fresh);
    return fresh;
  }

  function write({ contracts }: Selection, frameNumber: number): string {
    const parts = [...contracts].map(([name, each]) => `"${name}":${quoteOf(name, each, frameNumber).text}`);
    const data = `{"number":${frameNumber},"at":${frameNumber * frameMs},"quotes":{${parts.join(',')}}}`;
    return `id: ${frameNumber}\nevent: frame\ndata: ${data}\n\n`;
  }

  return {
    encode(selection, frameNumber) {
      const known = messages.get(frameNumber) ?? new Map<string, EncodedFrame>();
      messages.set(frameNumber, known);
      const message = known.get(selection.key) ?? encodeText(write(selection, frameNumber));
      known.set(selection.key, message);
      return message;
    },
    encodeSince(selection, from, to) {
      const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      return encodeText(numbers.map((number) => write(selection, number)).join(''));
    },
    forget(newest, oldest) {
      for (const number of messages.keys()) if (number < newest - 1) messages.delete(number);
      for (const [name, known] of quotes) {
        for (const number of known.keys()) if (number < oldest) known.delete(number);
        if (known.size === 0) quotes.delete(name);
      }
    },
  };
}

function encodeText(text: string): EncodedFrame {
  const bytes = Buffer.from(text);
  return { bytes, chunk: Buffer.from(`${bytes.length.toString(16)}\r\n${text}\r\n`) };
}

/** The running minute, continued from the frame before where that is known. */
function readMinute(
  market: Market,
  { instrument, month }: Contract,
  frameNumber: number,
  before: Bar | null,
): Bar | null {
  const at = frameNumber * frameMs;
  const start = Math.floor(at / minuteMs) * minuteMs;
  const continues = before !== null && before.at === start;
  const [next] = readBars(market, instrument, month, {
    from: continues ? at : start,
    to: at + frameMs,
    barMs: minuteMs,
  });
  return continues && next ? joinBars(before, next) : (next ?? null);
}

function readQuote(market: Market, { instrument, month }: Contract, frameNumber: number, minute: Bar | null): Quote {
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
