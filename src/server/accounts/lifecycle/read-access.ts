import { isDeepStrictEqual } from 'node:util';
import { isClosing } from '#server/core/database/closing.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { haltedInstruments, stopsAccount } from '#shared/accounts/halt.ts';
import type { AccountState } from '#shared/accounts/model.ts';
import {
  type DayLimits,
  findPersonalStopLock,
  limitsOn,
  noDayLimits,
} from '#shared/accounts/personal-stop/personal-stop.ts';
import { nextSessionAt, resultDayOf } from '#shared/exchange/trading-day.ts';
import { periodEnd } from '#shared/orders/renewal.ts';
import { listRunningHalts } from '../access/running-halts.ts';
import { hasAnnounced } from '../alerts/has-announced.ts';
import { findInactivity } from '../inactivity/find.ts';
import type { StoredAccount } from '../tables.ts';
import type { SuspensionReason, TradingAccess } from '../trading-access.ts';

type Account = Pick<
  StoredAccount,
  'id' | 'person_id' | 'platform' | 'program' | 'opened_at' | 'state' | 'personal_stop'
> & {
  readonly lines: readonly { readonly item: string }[];
};

const flatteningReasons = ['conduct', 'risk', 'payout-transfer'] as const;

/**
 * An account's current permissions: it trades unless breached, suspended or locked, and gets the data of its
 * program, of its add-on in the first month and of its owner's subscriptions.
 */
export async function readAccess(deps: Deps, account: Account) {
  const { db, clock } = deps;
  const suspensions = await db
    .selectFrom('account_suspension')
    .select(['reason', 'until'])
    .where('account_id', '=', account.id)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', clock())]))
    .orderBy('since')
    .orderBy('source')
    .execute();
  const reasons = suspensions.map(({ reason }) => reason);
  // Reasons that also close positions take precedence.
  const reason = flatteningReasons.find((each) => reasons.includes(each)) ?? reasons[0];
  const halts = await listRunningHalts(db);
  const isHalted = halts.some((halt) => stopsAccount(halt, account));
  const stopped = haltedInstruments(halts);
  const personalStop = await readHeldStop(deps, account);
  const endTimes = suspensions.map(({ until }) => until?.getTime() ?? null);
  const until = endTimes.includes(null) ? null : Math.max(...endTimes.map(Number));
  return {
    access: {
      ...tradingAccessOf(
        account,
        reason ? { reason, until } : isHalted ? { reason: 'halt', until: null } : undefined,
        clock().getTime(),
        await isClosing(db),
      ),
      marketData: await readMarketData(deps, account),
      ...(stopped.length > 0 ? { haltedInstruments: stopped } : {}),
      ...(personalStop === null ? {} : { personalStop }),
    },
    isSuspended: reason !== undefined || isHalted,
  };
}

/** The market data an account may receive. A professional's exchanges are listed individually. */
async function readMarketData({ db, catalog, clock }: Deps, account: Account): Promise<readonly string[]> {
  const running = await db
    .selectFrom('subscription')
    .innerJoin('orders', 'orders.id', 'subscription.order_id')
    .select(['subscription.package_id', 'orders.details'])
    .where('subscription.person_id', '=', account.person_id)
    .where('subscription.platform', '=', account.platform)
    .where('subscription.kind', '=', 'market-data')
    .where('subscription.status', '=', 'active')
    .execute();
  const included = catalog.packages.programs[account.program].includedData;
  const hasAddOn = addOnEndsAt(account) > clock().getTime() && (await hasDataAddOn(db, account));
  const bought = running.flatMap(({ package_id: id, details: { exchanges } }) =>
    exchanges === undefined ? [id] : exchanges.map((exchange) => `${id}:${exchange}`),
  );
  const isFree = (id: string) => catalog.packages.marketData.some((each) => each.id === id && each.priceCents === 0);
  // A pause doesn't affect data that the owner pays for.
  const isPaused = (await findInactivity(db, account.id))?.isPaused === true;
  const marketData = new Set([
    ...(included === null || isPaused ? [] : [included]),
    ...(hasAddOn ? ['market-data'] : []),
    ...bought.filter((id) => !isPaused || !isFree(id)),
  ]);
  return [...marketData].sort();
}

/** What the platform holds of the owner's stop today; null if nothing, or if it can't. */
async function readHeldStop(
  { db, clock }: Deps,
  { platform, personal_stop: personalStop }: Account,
): Promise<DayLimits | null> {
  if (personalStop === null) return null;
  const { lossCents, profitCents, trades } = limitsOn(personalStop, resultDayOf(clock().getTime()));
  const limits = { lossCents, profitCents, trades };
  if (isDeepStrictEqual(limits, noDayLimits)) return null;
  return (await hasAnnounced(db, 'holdsPersonalStop', platform)) ? limits : null;
}

/** Whether the add-on was bought and not refunded. */
export async function hasDataAddOn(db: Db | Trx, { id, lines }: Pick<Account, 'id' | 'lines'>): Promise<boolean> {
  if (!lines.some(({ item }) => item === 'market-data')) return false;
  const refunded = await db
    .selectFrom('partial_refund')
    .innerJoin('trading_account', 'trading_account.order_id', 'partial_refund.order_id')
    .select('partial_refund.item')
    .where('trading_account.id', '=', id)
    .where('partial_refund.item', '=', 'market-data')
    .executeTakeFirst();
  return !refunded;
}

/** The end of the first month, which the add-on covers. */
export function addOnEndsAt({ opened_at: openedAt }: { readonly opened_at: Date }): number {
  return periodEnd(openedAt.getTime(), openedAt.getTime(), 'monthly');
}

function tradingAccessOf(
  { state, personal_stop: personalStop }: Pick<Account, 'state' | 'personal_stop'>,
  suspended: { readonly reason: SuspensionReason | 'halt'; readonly until: number | null } | undefined,
  now: number,
  isFirmClosing: boolean,
): TradingAccess {
  if (state.status === 'breached') return { trading: false, flatten: true, until: null, reason: 'breach' };
  const ownLock = findPersonalStopLock(personalStop, now);
  const until = lockedUntil(state);
  const isLocked = until !== null && until > now;
  if (suspended !== undefined) {
    // A lock also cancels the orders that protect positions, so nothing may stay open.
    const closesAll = isFirmClosing || flatteningReasons.some((reason) => reason === suspended.reason);
    return { trading: false, flatten: closesAll || isLocked || ownLock !== null, ...suspended };
  }
  if (isLocked) return { trading: false, flatten: true, until, reason: state.lockedBy ?? 'daily-limit' };
  if (ownLock !== null) return { trading: false, flatten: true, until: ownLock.until, reason: 'personal-stop' };
  return { trading: true };
}

/** The open of the session after the locked day; null if no day is locked. */
function lockedUntil({ status, days }: AccountState): number | null {
  const locked = days.at(-1);
  if (status !== 'locked' || locked === undefined) return null;
  return nextSessionAt(locked.day);
}
