import * as z from 'zod/mini';
import { platforms } from '#shared/catalog/platforms.ts';
import { programs, sizes } from '#shared/catalog/programs.ts';
import { defineCall } from '#shared/core/call.ts';
import { formatted, opaqueId, optionalLine } from '#shared/core/fields.ts';
import { sides } from '#shared/exchange/instruments.ts';
import { personalStopLock } from './contract-personal-stop.ts';
import { drawdownModes } from './drawdown/registry.ts';
import { equityPoint } from './equity-point.ts';
import { accountGroups } from './lifecycle.ts';
import { accountView, dailyResult } from './view.ts';

const cents = z.int();
const maybeCents = z.nullable(cents);
const moment = z.int();

/** `at`, `equityCents`, `floorCents`, `highWaterMarkCents`: a tuple, because responses carry hundreds. */
const equityPointTuple = z.tuple([moment, cents, maybeCents, cents]);

export const fillRow = z.object({
  at: moment,
  instrument: z.string(),
  /** Delivery month, `2026-12`. */
  month: z.string(),
  side: z.enum(sides),
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
  'canceled',
  'expired',
  'terminated',
  'inactivity',
]);

const pending = {
  /** Since when a lock that the platform has accepted isn't effective yet: positions may still be open. Null if none. */
  lockPendingSince: z.nullable(moment),
  /** Whether a difference from the platform keeps the rules from deciding. */
  isVerdictHeld: z.boolean(),
};

const history = {
  days: z.array(dailyResult),
  /** Newest first. */
  fills: z.array(fillRow),
  series: z.array(equityPointTuple),
};

/** Days, fills and series also stand in the account itself if the request names no `history`. */
export const accountSummary = z.object({
  id: z.string(),
  platform: z.enum(platforms),
  platformAccountId: z.string(),
  /** What the owner calls it; null without a name. */
  nickname: z.nullable(z.string()),
  program: z.enum(programs),
  size: z.enum(sizes),
  rulesVersion: z.string(),
  drawdownMode,
  simulated: z.boolean(),
  /** Whether the simulated trader has been started; null if the account has none. */
  simulation: z.nullable(z.enum(['waiting', 'started'])),
  stage: accountStage,
  group: z.enum(accountGroups),
  openedAt: moment,
  dayClosesAt: moment,
  /** The newest sequence number included; the stream continues after it. */
  sequence: z.int(),
  /** Increases when a reset or a late event changes the history. */
  revision: z.int(),
  /** The first trading day since the start or the last reset, even if `days` no longer includes it. */
  firstDay: z.nullable(z.string()),
  /** The daily loss limit at the start of the account; null if there is none. */
  dailyLimitCents: maybeCents,
  /** The same as a share of each day's opening balance, in basis points; null if the limit is a sum. */
  dailyLimitBps: z.nullable(z.int()),
  /** Stored events of contracts that aren't listed yet; they don't count so far. Null if there are none. */
  parkedEvents: z.nullable(z.object({ count: z.int(), since: moment })),
  view: accountView,
  /** The lock set by the trader’s personal daily stop; null if it isn't active. */
  personalStopLock: z.nullable(personalStopLock),
  ...pending,
  /** Null unless requested for this account. */
  history: z.nullable(z.object(history)),
  ...z.partial(z.object(history)).shape,
});

export const firstHistory = 'first';
export const noHistory = 'none';

export const accountData = defineCall({
  summary:
    'Lists your accounts with their state, and the history of all or one: days, latest fills and an equity curve',
  get: 'account/data',
  limit: null,
  readScope: 'accounts',
  /** `history`: the id of the account that is opened, `first` for the one that the list starts with, or `none`. */
  query: z.object({ history: z.optional(opaqueId) }),
  data: z.object({ accounts: z.array(accountSummary) }),
});

export const maxNicknameLength = 40;

export const renameAccount = defineCall({
  summary: 'Gives an account a nickname that only you see; an empty one removes it',
  post: 'account/nickname',
  body: z.object({ accountId: opaqueId, nickname: optionalLine(maxNicknameLength) }),
  data: z.object({ nickname: z.nullable(z.string()) }),
  errors: ['not_found'],
});

export const startSimulation = defineCall({
  summary: 'Starts simulated trading on an account of the simulated platform',
  post: 'account/simulate',
  body: z.object({ accountId: opaqueId }),
  errors: ['not_found', 'trading_open'],
});

/** A message of the live stream: the state after the newest event, and the fills since the previous message. */
export const accountUpdate = z.object({
  accountId: z.string(),
  sequence: z.int(),
  /** If it differs from the client's, the client must reload days, chart and fills. */
  revision: z.int(),
  /** Increases when the terminal's orders change; the stream sends only the number. */
  ordersRevision: z.int(),
  stage: accountStage,
  view: accountView,
  personalStopLock: z.nullable(personalStopLock),
  ...pending,
  point: equityPoint,
  fills: z.array(fillRow),
  dayClosesAt: moment,
});

export const accountStream = defineCall({
  summary: 'Streams server-sent events: one `account` message per change. Each carries the whole state',
  get: 'account/stream',
  limit: null,
  readScope: 'accounts',
  query: z.object({
    accountId: z.optional(opaqueId),
    /**
     * What the client already has, as comma-separated `<accountId>:<sequence>`; the first messages bring the fills
     * since.
     */
    since: z.optional(formatted(4_000, /^[\w-]{1,64}:\d{1,12}(,[\w-]{1,64}:\d{1,12})*$/)),
  }),
  mediaType: 'text/event-stream',
  errors: ['not_found'],
});
