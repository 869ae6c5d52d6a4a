import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { formatted, token } from '#shared/core/fields.ts';

export const maxStreamedContracts = 8;
/** Maximum number of bars per response. */
export const maxBars = 500;
export const barSeconds = [60, 300, 900, 3600] as const;
/** Bars end at a whole minute; the current minute comes from the stream. */

const moment = z.int();
const ticks = z.int();
const contractName = /^[A-Z0-9]{2,3}[FGHJKMNQUVXZ]\d$/;

/** Open, high, low and close in ticks, and volume. */
const minuteTuple = z.tuple([ticks, ticks, ticks, ticks, z.int()]);

const streamedQuote = z.object({
  bidTicks: ticks,
  askTicks: ticks,
  lastTicks: ticks,
  highTicks: ticks,
  lowTicks: ticks,
  volume: z.int(),
  /** The current minute up to and including this frame. */
  minute: minuteTuple,
  /** The trading day's first price. */
  dayOpenTicks: ticks,
  /** Contracts waiting at the bid and the nine ticks below it. */
  bidSizes: z.array(z.int()),
  /** Contracts waiting at the ask and the nine ticks above it. */
  askSizes: z.array(z.int()),
});

/** A message of the market stream; a quote is null while the exchange is closed. */
export const streamedFrame = z.object({
  number: z.int(),
  at: moment,
  quotes: z.record(z.string(), z.nullable(streamedQuote)),
});

export const marketStream = defineCall({
  summary:
    'Streams server-sent events: one `frame` message every 250 ms with quotes of up to eight contracts. Resumes by `Last-Event-ID`',
  get: 'market/stream',
  limit: null,
  query: z.object({
    /** Comma-separated contract names, `ESZ6,MESZ6`. */
    contracts: token(maxStreamedContracts * 6, 'required').check(
      z.regex(/^[A-Z0-9]{4,5}(,[A-Z0-9]{4,5})*$/, 'invalid'),
    ),
  }),
  mediaType: 'text/event-stream',
  errors: ['market_streams', 'market_full'],
});

/** A tuple, because responses carry hundreds: start, open, high, low and close in ticks, and volume. */
const barTuple = z.tuple([moment, ticks, ticks, ticks, ticks, z.int()]);

const oneOf = (values: readonly number[]) =>
  token(5, 'required').check(z.refine((text) => values.map(String).includes(text), 'invalid'));

export const marketBars = defineCall({
  summary:
    'Lists bars of a contract of the simulated market up to a completed minute. The response to a given URL never changes',
  get: 'market/bars',
  access: 'any',
  query: z.object({
    contract: formatted(8, contractName, 'invalid', 'required'),
    /** Length of a bar: 60, 300, 900 or 3600. */
    seconds: oneOf(barSeconds),
    /** The end of the last whole minute to read, in Unix milliseconds; the last bar may be shorter. */
    until: formatted(13, /^\d{13}$/, 'invalid', 'required'),
    /** At most 500. */
    count: formatted(3, /^[1-9]\d{0,2}$/, 'invalid', 'required').check(
      z.refine((text) => Number(text) <= maxBars, 'invalid'),
    ),
  }),
  data: z.object({ bars: z.array(barTuple) }),
});

/** The simulated market's days around now, newest first. */
export const marketKeys = defineCall({
  summary: 'Lists the hashes of the simulated market’s current and next day’s keys, and the last day’s key itself',
  get: 'market/keys',
  access: 'any',
  data: z.object({
    /** The newest entry of the chain; null before there is one. */
    head: z.nullable(z.object({ number: z.int(), hash: z.string() })),
    days: z.array(
      z.object({
        /** YYYY-MM-DD, the date of its end in Chicago. */
        day: z.string(),
        startsAt: moment,
        endsAt: moment,
        /** SHA-256 of the key, and when it was published. */
        hash: z.string(),
        announcedAt: moment,
        /** Published after the day; null until then. */
        key: z.nullable(z.string()),
      }),
    ),
  }),
});

/**
 * `{ hash, entries: [{ hash, body }] }`. `body` is the JSON text of an entry; `hash` is SHA-256, in lower-case hex, of
 * the previous hash, a line feed and `body`.
 */
export const marketKeyChain = defineCall({
  summary: 'Returns every published hash and key of the simulated market, so that anyone can recompute past prices',
  get: 'market/keys/chain',
  access: 'any',
  mediaType: 'application/json',
});
