import * as z from 'zod/mini';
import { agreementStatuses } from '#shared/accounts/data-agreement.ts';
import { type AccountEvent, adjustmentCauses, type BreachVoid } from '#shared/accounts/model.ts';
import { openingStatuses, pendingReasons } from '#shared/accounts/opening.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import { type Contract, isAlive, isContractMonth } from '#shared/exchange/contract-month.ts';
import { isInstrument, sides } from '#shared/exchange/instruments.ts';
import { findTradingDay, type TradingDay } from '#shared/exchange/trading-day.ts';
import { platformTaskKinds, unbookedReasons } from '#shared/risk/office-platform.ts';

export const bridgeAccountSchema = z.object({
  platformAccountId: z.string().check(z.minLength(1), z.maxLength(64)),
  user: z.string().check(z.minLength(1), z.maxLength(128)),
  secret: z.string().check(z.minLength(1), z.maxLength(256)),
});

/** The bridge's response to permissions: whether they are effective, as those of an earlier bridge are once accepted. */
export const bridgeAccessSchema = z.object({ effective: z.optional(z.boolean()) });

/** The body of a 202. */
export const bridgePendingSchema = z.object({
  reason: z.catch(z.enum(pendingReasons), 'person'),
  until: z.catch(z.nullable(z.int()), null),
});

/** The bridge's response once money has been transferred. */
export const bridgeTransferSchema = z.object({ transferredAt: z.int().check(z.minimum(Date.UTC(2020, 0, 1))) });

export const bridgeBooksSchema = z.object({
  books: z.array(
    z.object({ accountId: z.string(), balanceCents: z.int(), positions: z.array(z.record(z.string(), z.unknown())) }),
  ),
});

const at = z.int().check(z.minimum(Date.UTC(2020, 0, 1)));
/** Any code: events of contracts that the catalog doesn't list are parked, and don't reject the delivery. */
const instrument = z.string().check(z.regex(/^[A-Z0-9]{1,12}$/));
/** 'YYYY-MM'. */
const month = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/));
const tradingDay = z.custom<TradingDay>((value) => typeof value === 'string' && findTradingDay(value) !== null);
const priceTicks = z.int().check(z.minimum(-100_000_000), z.maximum(100_000_000));

const quantity = z.int().check(z.minimum(1), z.maximum(10_000));
const totalTicks = z.int().check(z.minimum(-1_000_000_000_000), z.maximum(1_000_000_000_000));
const feeCents = z.int().check(z.minimum(0), z.maximum(10_000_000));
const cents = z.int().check(z.minimum(-100_000_000_000), z.maximum(100_000_000_000));
/** Printable ASCII without spaces: ids decide the order of events in the same millisecond. */
const sourceId = z.string().check(z.regex(/^[\x21-\x7e]{1,80}$/));

/** Change a fill that was delivered, or will be. `of` is its source id. */
const amendment = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('fill-correction'),
    at,
    of: sourceId,
    fill: z.nullable(z.object({ side: z.enum(sides), quantity, priceTicks })),
  }),
  z.object({ type: z.literal('fill-fee'), at, of: sourceId, feeCents }),
]);

/** What the platform says about an account: shown, but no verdict. Of each type, the newest counts. */
const report = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('data-agreement'),
    at,
    status: z.enum(agreementStatuses),
    url: z.nullable(z.url({ protocol: /^https$/ }).check(z.maxLength(500))),
  }),
  z.object({
    type: z.literal('platform-lock'),
    at,
    isLocked: z.boolean(),
    floorCents: z.nullable(cents),
    equityCents: z.nullable(cents),
    reason: z.string().check(z.maxLength(200)),
  }),
  /** A lock that was accepted is now effective: the account is flat if it had to be, and locked. */
  z.object({
    type: z.literal('access-effective'),
    at,
    revision: z.int().check(z.minimum(0), z.maximum(1_000_000_000)),
  }),
]);

/** How a request to open an account, which the bridge answered with 202, went on. */
const opening = z.object({
  type: z.literal('opening'),
  at,
  status: z.enum(openingStatuses),
  reason: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  until: z.optional(z.nullable(at)),
});

const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('fill'), at, instrument, month, side: z.enum(sides), quantity, priceTicks, feeCents }),
  z.object({ type: z.literal('equity'), at, openProfitCents: cents }),
  z.object({ type: z.literal('mark'), at, instrument, month, priceTicks }),
  z.object({ type: z.literal('day-close'), at, day: tradingDay }),
  z.object({ type: z.literal('reset'), at }),
  z.object({
    type: z.literal('adjustment'),
    at,
    amountCents: z.int().check(z.minimum(-1_000_000_000), z.maximum(1_000_000_000)),
    cause: z.enum(adjustmentCauses),
    /** The id of our own request to transfer money, if this event reports its result: both count once. */
    requestId: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
  }),
]);

/**
 * What an order has filled so far, where the platform reports totals and not single fills: quantity, the sum of each
 * contract's price in ticks, and fees. The site books what it lacks.
 */
const order = z.object({
  ...{ type: z.literal('order'), at, instrument, month, side: z.enum(sides), quantity, totalTicks, feeCents },
});

/** What the engine applies. */
export type BridgeEvent = z.output<typeof event>;
export type FillAmendment = z.output<typeof amendment>;
type AnyOrder = z.output<typeof order>;
export type OrderReport = AnyOrder & Contract;
export type PlatformReport = z.output<typeof report>;
export type OpeningReport = z.output<typeof opening>;
export type ContractEvent = Extract<BridgeEvent, { readonly instrument: string }>;

/** Whether the event's contract was traded on its day; true for events without one. */
export function isListed(given: BridgeEvent): given is Exclude<AccountEvent, BreachVoid> {
  if (!('instrument' in given)) return true;
  const { at, instrument, month } = given;
  return isInstrument(instrument) && isContractMonth(instrument, month) && isAlive({ instrument, month }, at);
}

export function isOrderListed(given: AnyOrder): given is OrderReport {
  const { at: filledAt, instrument: code, month: of } = given;
  return isInstrument(code) && isContractMonth(code, of) && isAlive({ instrument: code, month: of }, filledAt);
}

const bridgeAccountRefSchema = z.union([
  z.object({ accountId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  z.object({ platform: z.enum(platforms), platformAccountId: z.string().check(z.maxLength(64)) }),
]);

/**
 * A delivery of one account's events, identified by our id or by the platform and its own id. Deliveries may repeat and
 * arrive in any order: each source id counts once.
 */
export const bridgeDeliverySchema = z.object({
  account: bridgeAccountRefSchema,
  /** When a statement was written: of a fill's versions, the newest counts. Live deliveries have none. */
  asOf: z.optional(at),
  events: z
    .array(z.object({ sourceId, event: z.union([event, amendment, report, opening, order]) }))
    .check(z.minLength(1), z.maxLength(1_000)),
});

/** The platform's balances, each as of a time up to which all events have been delivered. */
export const bridgeBalancesSchema = z.object({
  balances: z
    .array(
      z.object({
        account: bridgeAccountRefSchema,
        at,
        balanceCents: cents,
        /** All of them; missing if the platform doesn't report positions. */
        positions: z.optional(
          z
            .array(z.object({ instrument, month, quantity: z.int().check(z.minimum(-10_000), z.maximum(10_000)) }))
            .check(z.maxLength(200)),
        ),
      }),
    )
    .check(z.minLength(1), z.maxLength(1_000)),
});

const maxEvents = 5_000;

/** Deliveries of several accounts at once; each is accepted or rejected on its own. */
export const bridgeDeliveriesSchema = z.object({
  deliveries: z.array(bridgeDeliverySchema).check(
    z.minLength(1),
    z.refine((list) => list.reduce((sum, { events }) => sum + events.length, 0) <= maxEvents),
  ),
});

const bridgeTask = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(40)),
  accountId: z.string().check(z.minLength(1), z.maxLength(64)),
  kind: z.enum(platformTaskKinds),
  text: z.string().check(z.maxLength(1_000)),
  /** What confirms it at the bridge; the file bridge's command without one. */
  command: z.optional(z.string().check(z.maxLength(200))),
  requestedAt: at,
});

/** Reports that the platform's bridge is up and has delivered everything it knows. */
export const bridgeHeartbeatSchema = z.object({
  platform: z.enum(platforms),
  /** What it can do; unknown ones are those of a newer bridge. */
  capabilities: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(40))),
  /** What the bridge can't do itself and a person hasn't confirmed yet; all of it, or nothing for a bridge that can. */
  feedLagMs: z.optional(z.int().check(z.minimum(0), z.maximum(2_000_000_000))),
  /** While the platform is closed for maintenance: until when. */
  maintenanceUntil: z.optional(z.nullable(at)),
  /** Why the bridge can't say that it has delivered everything: then this isn't a sign of life. */
  problem: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  tasks: z.optional(z.array(bridgeTask).check(z.maxLength(500))),
});

/** The rows of a statement that the bridge couldn't book; they replace those it reported of the same file before. */
export const bridgeUnreadRowsSchema = z.object({
  account: bridgeAccountRefSchema,
  file: z.string().check(z.minLength(1), z.maxLength(120)),
  rows: z
    .array(
      z.object({
        /** 0 for the whole file. */
        line: z.int().check(z.minimum(0)),
        reason: z.enum(unbookedReasons),
        value: z.string().check(z.maxLength(200)),
      }),
    )
    .check(z.maxLength(500)),
});

/** The size of 5,000 events with long ids. */
export const maxDeliveryBytes = 1_500_000;

export type BridgeDelivery = z.output<typeof bridgeDeliverySchema>;
