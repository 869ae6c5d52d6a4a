import * as z from 'zod/mini';
import { accountStage } from '#shared/accounts/contract.ts';
import { accountStatuses } from '#shared/accounts/model.ts';
import { programs } from '#shared/catalog/programs.ts';
import { defineCall } from '#shared/core/call.ts';
import { calendarMonth, formatted, opaqueId } from '#shared/core/fields.ts';
import { instrumentCodes, sides } from '#shared/exchange/instruments.ts';
import { tradingRules } from './decide-trading.ts';
import {
  maxBracketTicks,
  maxOrderContracts,
  orderEndReasons,
  orderRoles,
  orderTypes,
  tradingOrderStatuses,
} from './orders.ts';

const maxTicks = 100_000_000;

const cents = z.int();
const maybeCents = z.nullable(cents);
const moment = z.int();
const instrument = z.enum(instrumentCodes, 'invalid');
/** The delivery month, `2026-12`. */
const month = calendarMonth;
const side = z.enum(sides, 'invalid');
const quantity = z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(maxOrderContracts, 'invalid'));
const priceTicks = z.int('invalid').check(z.minimum(-maxTicks, 'invalid'), z.maximum(maxTicks, 'invalid'));
const distanceTicks = z.nullable(
  z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(maxBracketTicks, 'invalid')),
);
/** A new id per intended order; repeating an id returns the same order. */
const requestId = formatted(64, /^[A-Za-z0-9_-]{8,64}$/, 'invalid', 'required');
/** The time of the newest prices the trader saw, in ms; entries on prices older than two seconds are rejected. */
const dataAt = z.int('invalid');

const bracket = z.object({ targetTicks: distanceTicks, stopTicks: distanceTicks });

/** What is left under the limits; `quantity` is the largest order for a contract and side, if one was requested. */
const remaining = z.object({
  maxContracts: z.int(),
  contracts: z.number(),
  quantity: z.nullable(z.int()),
  cents: maybeCents,
});

/** The `data` of a rejected order: the rule that rejected it and what is left under it. */
export const tradingRejection = z.object({ rule: z.enum(tradingRules), remaining });

export const tradingOrder = z.object({
  id: z.string(),
  /** Null for an order of a bracket. */
  requestId: z.nullable(z.string()),
  instrument,
  month: z.string(),
  side,
  quantity: z.int(),
  type: z.enum(orderTypes),
  /** Null for a market order. */
  priceTicks: z.nullable(z.int()),
  role: z.enum(orderRoles),
  /** The entry whose position a bracket’s order closes. */
  parentId: z.nullable(z.string()),
  /** Orders with the same group are linked: filling or canceling one cancels the others. */
  ocoGroup: z.nullable(z.string()),
  bracket: z.nullable(bracket),
  status: z.enum(tradingOrderStatuses),
  /** Why it ended without a fill. */
  reason: z.nullable(z.enum(orderEndReasons)),
  placedAt: moment,
  doneAt: z.nullable(moment),
  fillTicks: z.nullable(z.int()),
  feeCents: maybeCents,
});

const position = z.object({
  instrument,
  month: z.string(),
  /** Signed: positive is long. */
  quantity: z.int(),
  /** Sum of signed quantity × entry price in ticks; divided by the quantity it is the average price. */
  costTicks: z.int(),
  /** The price of the last mark: what closing it would have brought. */
  lastPriceTicks: z.int(),
});

export const tradingData = z.object({
  accountId: z.string(),
  platformAccountId: z.string(),
  program: z.enum(programs),
  size: z.string(),
  /** The account’s newest event and its orders’ newest change; higher numbers on the stream mean there are updates. */
  sequence: z.int(),
  ordersRevision: z.int(),
  now: moment,
  /** The account's inputs of `decideTrading`. */
  rules: z.object({
    stage: accountStage,
    status: z.enum(accountStatuses),
    isPersonalStopReached: z.boolean(),
    hasPayoutUnderReview: z.boolean(),
    isHalted: z.boolean(),
    haltedInstruments: z.array(instrument),
    isCopied: z.boolean(),
    /** Whether a product must be held in one direction. */
    refusesSpreads: z.boolean(),
    maxContracts: z.int(),
    remainingCents: maybeCents,
  }),
  balanceCents: cents,
  equityCents: cents,
  /** The higher of the two floors, which equity reaches first; null without one. */
  nearestFloorCents: maybeCents,
  dayProfitCents: cents,
  /**
   * Whether positions follow the terminal's market. Positions of the simulated trader and the copier have prices of
   * their own.
   */
  followsMarket: z.boolean(),
  positions: z.array(position),
  /** Working orders first, then the newest; at most fifty besides the working ones. */
  orders: z.array(tradingOrder),
});

const rejectionCodes = [
  'trading_contract_limit',
  'trading_copied',
  'trading_halted',
  'trading_locked',
  'trading_market_closed',
  'trading_no_remaining_drawdown',
  'trading_over',
  'trading_personal_stop',
  'trading_payout_review',
  'trading_spread',
  'trading_stale_data',
  'trading_suspended',
] as const;

const common = ['not_found', 'too_many', 'trading_unavailable'] as const;

export const fetchTrading = defineCall({
  summary:
    'Returns an account as the terminal shows it: rules and limits, positions, working orders and the latest others',
  get: 'trading/read',
  query: z.object({ account: opaqueId }),
  data: tradingData,
  errors: common,
});

/** Response of every write: the updated account, and the order it placed or found. */
const answer = z.object({ orderId: z.nullable(z.string()), trading: tradingData });

export const placeTradingOrder = defineCall({
  summary: 'Places a market, limit or stop order, optionally with a bracket around its fill or linked to another order',
  post: 'trading/place',
  limit: null,
  body: z.object({
    requestId,
    account: opaqueId,
    instrument,
    month,
    side,
    quantity,
    type: z.enum(orderTypes, 'invalid'),
    /** Of a limit or stop order. */
    priceTicks: z.optional(priceTicks),
    bracket: z.optional(bracket),
    /**
     * Id of an unlinked working order of the account; for a limit or stop order. Filling or canceling one cancels the
     * other.
     */
    ocoWith: z.optional(opaqueId),
    dataAt,
  }),
  data: answer,
  errors: [...common, ...rejectionCodes, 'idempotency_conflict', 'trading_order_done', 'trading_stop_reached'],
});

export const changeTradingOrder = defineCall({
  summary: 'Changes the price or quantity of a working order. A bracket’s order takes its quantity from its position',
  post: 'trading/change',
  limit: null,
  body: z.object({
    account: opaqueId,
    orderId: opaqueId,
    priceTicks: z.optional(priceTicks),
    quantity: z.optional(quantity),
    dataAt,
  }),
  data: answer,
  errors: [...common, ...rejectionCodes, 'trading_order_done', 'trading_stop_reached'],
});

export const cancelTradingOrder = defineCall({
  summary: 'Cancels a working order and its linked orders. An order that is already done stays as it is',
  post: 'trading/cancel',
  limit: null,
  body: z.object({ account: opaqueId, orderId: opaqueId }),
  data: answer,
  errors: common,
});

export const cancelTradingOrders = defineCall({
  summary: 'Cancels all working orders of an account, brackets included, or those of one contract',
  post: 'trading/cancel-all',
  limit: null,
  body: z.object({ account: opaqueId, instrument: z.optional(instrument), month: z.optional(month) }),
  data: answer,
  errors: common,
});

export const flattenPositions = defineCall({
  summary: 'Cancels working orders and closes positions at the market, for all contracts or one',
  post: 'trading/flatten',
  limit: null,
  body: z.object({ requestId, account: opaqueId, instrument: z.optional(instrument), month: z.optional(month) }),
  data: answer,
  errors: [...common, 'idempotency_conflict', 'trading_copied', 'trading_market_closed', 'trading_over'],
});

export const reversePosition = defineCall({
  summary: 'Cancels a contract’s working orders and reverses its position at the market in one order',
  post: 'trading/reverse',
  limit: null,
  body: z.object({ requestId, account: opaqueId, instrument, month, dataAt }),
  data: answer,
  errors: [...common, ...rejectionCodes, 'idempotency_conflict', 'trading_no_position'],
});
