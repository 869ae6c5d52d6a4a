import * as z from 'zod/mini';
import { drawdownModes } from '../domain/drawdown/registry.ts';
import { defineCall } from './call.ts';
import { opaqueId } from './fields.ts';
import { ownStopLock } from './own-stop.ts';

const cents = z.int();
const maybeCents = z.nullable(cents);
const moment = z.int();

const breach = z.object({
  rule: z.enum(['max-loss', 'daily-loss']),
  at: moment,
  day: z.string(),
  floorCents: cents,
  equityCents: cents,
});

const objective = z.discriminatedUnion('name', [
  z.object({ name: z.literal('target'), reached: z.boolean(), currentCents: cents, requiredCents: cents }),
  z.object({ name: z.literal('days'), reached: z.boolean(), current: z.int(), required: z.int() }),
  z.object({ name: z.literal('consistency'), reached: z.boolean(), bestDayCents: cents, requiredProfitCents: cents }),
]);

const dailyResult = z.object({
  day: z.string(),
  openBalanceCents: cents,
  profitCents: cents,
  fills: z.int(),
  closed: z.boolean(),
});

export const accountView = z.object({
  status: z.enum(['active', 'locked', 'passed', 'breached']),
  breach: z.nullable(breach),
  startingBalanceCents: cents,
  balanceCents: cents,
  equityCents: cents,
  highWaterMarkCents: cents,
  floorCents: maybeCents,
  floorLocked: z.boolean(),
  untilLockCents: maybeCents,
  remainingDrawdownCents: maybeCents,
  remainingDailyDrawdownCents: maybeCents,
  nearestFloorCents: maybeCents,
  /** Open positions, signed: positive is long. After a breach, equity and floor are those of its moment. */
  positions: z.array(z.object({ instrument: z.string(), month: z.string(), quantity: z.int() })),
  contractsInUse: z.number(),
  maxContracts: z.int(),
  objectives: z.array(objective),
  today: z.nullable(dailyResult),
  lastEventAt: z.nullable(moment),
});

/** A point of the chart; a null floor means a programme without one. */
export const equityPoint = z.object({
  at: moment,
  equityCents: cents,
  floorCents: maybeCents,
  highWaterMarkCents: cents,
});

/** A compact point, because there are hundreds: `at`, `equityCents`, `floorCents`, `highWaterMarkCents`. */
const equityPointTuple = z.tuple([moment, cents, maybeCents, cents]);

export const fillRow = z.object({
  at: moment,
  instrument: z.string(),
  /** Delivery month, `2026-12`. */
  month: z.string(),
  side: z.enum(['buy', 'sell']),
  quantity: z.int(),
  priceTicks: z.int(),
  feeCents: cents,
});

const drawdownMode = z.enum(drawdownModes);

export const accountStage = z.enum([
  'evaluation',
  'passed',
  'activated',
  'funded',
  'live',
  'breached',
  'suspended',
  'cancelled',
  'expired',
  'terminated',
  'inactivity',
]);

export const accountSummary = z.object({
  id: z.string(),
  platform: z.enum(['rithmic', 'dxfeed']),
  platformAccountId: z.string(),
  programme: z.enum(['classic', 'ascension', 'merit', 'premium']),
  size: z.enum(['25K', '50K', '100K', '150K']),
  rulesVersion: z.string(),
  drawdownMode,
  /** True if its events come from the simulated platform. */
  simulated: z.boolean(),
  /** Whether simulated trading waits for its owner to start it; null where there is none. */
  simulation: z.nullable(z.enum(['waiting', 'started'])),
  stage: accountStage,
  openedAt: moment,
  dayClosesAt: moment,
  /** The newest sequence number included here; the stream continues after it. */
  sequence: z.int(),
  /** Counts changes of the history, by a reset or a late event. */
  revision: z.int(),
  /** The first trading day since the start or the last reset, even if `days` no longer includes it. */
  firstDay: z.nullable(z.string()),
  /** The daily loss limit; null if there is none. */
  dailyLimitCents: maybeCents,
  /** Events of contracts that aren’t listed yet: kept, not counted. Null where there are none. */
  parkedEvents: z.nullable(z.object({ count: z.int(), since: moment })),
  view: accountView,
  /** The lock of its owner’s own daily stop; null if it doesn’t hold. */
  ownStopLock: z.nullable(ownStopLock),
  days: z.array(dailyResult),
  fills: z.array(fillRow),
  series: z.array(equityPointTuple),
});

export const accountData = defineCall({
  name: 'accountData',
  summary: 'The bearer’s accounts: state, days, last fills and a thinned series of each',
  method: 'GET',
  path: 'account/data',
  access: 'verified',
  data: z.object({ accounts: z.array(accountSummary) }),
});

export const startSimulation = defineCall({
  name: 'startSimulation',
  summary: 'Starts simulated trading on an account of the simulated platform; it trades from now on',
  method: 'POST',
  path: 'account/simulate',
  access: 'verified',
  body: z.object({ accountId: opaqueId }),
  errors: ['not_found', 'too_many', 'trading_open'],
});

/** A message of the live stream: the state after the newest event, and the fills since the last message. */
export const accountUpdate = z.object({
  accountId: z.string(),
  sequence: z.int(),
  /** If it differs from the reader's, days, chart and fills must be reloaded. */
  revision: z.int(),
  /** Counts changes of the orders that the terminal reads; the stream brings the number only. */
  ordersRevision: z.int(),
  stage: accountStage,
  view: accountView,
  ownStopLock: z.nullable(ownStopLock),
  point: equityPoint,
  fills: z.array(fillRow),
  dayClosesAt: moment,
});

export const accountStream = defineCall({
  name: 'accountStream',
  summary:
    'Server-sent events, one `account` message per change; `Last-Event-ID` is not needed, each carries the whole state',
  method: 'GET',
  path: 'account/stream',
  access: 'verified',
  query: z.object({
    accountId: z.optional(opaqueId),
    /** What the reader has, as `<accountId>:<sequence>` with commas: the first messages bring the fills since. */
    since: z.optional(z.string().check(z.regex(/^[\w-]{1,64}:\d{1,12}(,[\w-]{1,64}:\d{1,12})*$/), z.maxLength(4_000))),
  }),
  mediaType: 'text/event-stream',
  errors: ['not_found'],
});
