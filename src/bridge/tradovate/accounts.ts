import { isDeepStrictEqual } from 'node:util';
import type { AccountRules } from '#shared/accounts/model.ts';
import { type DayLimits, noDayLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import { formatDate } from '#shared/exchange/chicago.ts';
import { isOpen, resultDayOf, sessionDateOf, sessionOpenAt } from '#shared/exchange/trading-day.ts';
import { type Opened, type OpenRequest, Pending, Refused } from '../core/adapter.ts';
import { isObject, type Row } from '../core/answers.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { pendWhileSilenced } from '../core/throttle.ts';
import { accountName, createUsers, type UserCalls } from '../core/users.ts';
import { autoLiqOf, positionLimitOf, withOwn } from './limits.ts';
import { creationMarginMs, findMaintenanceEnd } from './maintenance.ts';
import type { Rest } from './rest.ts';
import type { TradovateSettings } from './settings.ts';
import { type AdminAction, createLimitCheck, type Limits } from './verify-limits.ts';

export type StoredAccount = Opened &
  Limits & {
    readonly vendorId: number;
    readonly userId: number;
    readonly tradingPermissionId: number;
    readonly openedOn: string;
    /** Missing for an account that an older bridge has opened. */
    readonly rules?: AccountRules;
    /** The trader's own limits of the day; missing if the vendor has never held any. */
    readonly personalStop?: DayLimits;
    /** When it began with its starting balance, UTC ms; null while it is being reset. */
    readonly startedAt: number | null;
    readonly isClosed?: true;
  };

const maxNameLength = 60;

/** Opens, resets and closes accounts. The vendor knows no request keys, so names derive from our ids and are looked up. */
export function createAccounts(settings: TradovateSettings, rest: Rest, { store, clock, say }: CoreParts) {
  const byVendorId = new Map(store.list<StoredAccount>('accounts').map(([id, { vendorId }]) => [vendorId, id]));

  function get(accountId: string): StoredAccount {
    const account = store.get<StoredAccount>('accounts', accountId);
    if (!account) throw new Refused(`this bridge did not open ${accountId}`);
    return account;
  }

  /** None of the vendor's other codes is ours to say: what happened is in the reason. */
  const setAction = (vendorId: number, adminAction: AdminAction, adminActionReason: string) =>
    rest.post('/accountRiskStatus/setadminautoliqaction', {
      ...{ accountId: vendorId, adminAction, adminActionReasonCode: 'Other', adminActionReason },
    });

  const verifyLimits = createLimitCheck(rest, settings.open, { say, setAction });
  const openUser = createUsers<number>(store, createUserCalls(rest, settings));

  async function openNow(request: OpenRequest): Promise<Opened> {
    const { accountId, rules } = request;
    const user = await openUser(request);
    const name = accountName(platformFacts.tradovate.accountPrefix, accountId);
    const held = { limits: autoLiqOf(rules, settings.open), positionLimit: positionLimitOf(rules) };
    const found = await rest.find(`/account/find?name=${name}`);
    const created =
      found ?? (await create(rest, settings.templateAccountId, { name, userId: user.userId, rules, held }));
    const vendorId = Number(created['id'] ?? created['accountId']);
    const tradingPermissionId = Number(
      created['tradingPermissionId'] ?? (await findPermission(rest, user.userId, vendorId)),
    );
    await verifyLimits(vendorId, held, rules);
    // Other limits at an earlier try have locked it.
    if (found) await setAction(vendorId, 'Normal', 'opened');
    const opened = { platformAccountId: name, user: user.name, secret: user.password };
    const startedAt = clock.now();
    const account: StoredAccount = {
      ...{ ...opened, vendorId, userId: user.userId, tradingPermissionId, ...held, rules, startedAt },
      openedOn: formatDate(sessionDateOf(startedAt)),
    };
    store.write(['accounts', accountId, account]);
    byVendorId.set(vendorId, accountId);
    return opened;
  }

  return {
    get,
    async open(request: OpenRequest): Promise<Opened> {
      const maintenanceEnd = findMaintenanceEnd(clock.now(), creationMarginMs);
      if (maintenanceEnd !== null) throw new Pending('the vendor is in maintenance', 'maintenance', maintenanceEnd);
      return await pendWhileSilenced(openNow(request));
    },
    setAction,
    /** @throws {Pending} while the market is closed: limits that are added then have taken a wrong balance of the start */
    async holdOwn(accountId: string, personalStop: DayLimits): Promise<void> {
      const account = get(accountId);
      if (isDeepStrictEqual(personalStop, account.personalStop ?? noDayLimits)) return;
      const now = clock.now();
      if (!isOpen(now))
        throw new Pending('the trader’s limits wait for the session', 'maintenance', sessionOpenAt(resultDayOf(now)));
      await verifyLimits(account.vendorId, heldBy({ ...account, personalStop }), account.rules);
      store.write(['accounts', accountId, { ...get(accountId), personalStop }]);
    },
    list: () => store.list<StoredAccount>('accounts'),
    idOf: (vendorId: number) => byVendorId.get(vendorId),
    async reset(accountId: string, requestId: string): Promise<void> {
      const { vendorId, openedOn } = get(accountId);
      const start = (startedAt: number | null) => ['accounts', accountId, { ...get(accountId), startedAt }] as const;
      // Repeated after a crash, it wouldn't erase what was traded since.
      if (store.get('resets', accountId) !== requestId) {
        store.write(start(null));
        const [year, month, day] = openedOn.split('-').map(Number);
        const resetTradeDate = { day, month, year };
        await rest.post('/account/resetdemoaccountstate', { accountIds: [vendorId], resetTradeDate });
        const startedAt = Math.max(clock.now(), await findNewestEntry(rest, vendorId));
        store.write(['resets', accountId, requestId], start(startedAt));
      }
      await verifyLimits(vendorId, heldBy(get(accountId)), get(accountId).rules);
      await setAction(vendorId, 'Normal', 'reset');
    },
    async close(accountId: string): Promise<void> {
      const { tradingPermissionId } = get(accountId);
      await rest.post('/user/revoketradingpermissions', { tradingPermissionIds: [tradingPermissionId] });
      store.write(['accounts', accountId, { ...get(accountId), isClosed: true }]);
    },
    /** The vendor's users whose accounts are all closed: what they have subscribed to renews until a person cancels it. */
    listLeft: () => listLeft(store.list<StoredAccount>('accounts').map(([, account]) => account)),
  };
}

function listLeft(all: readonly StoredAccount[]): readonly number[] {
  const staying = new Set(all.filter(({ isClosed }) => !isClosed).map(({ userId }) => userId));
  return [...new Set(all.map(({ userId }) => userId))].filter((userId) => !staying.has(userId));
}

type NewAccount = Pick<OpenRequest, 'rules'> & {
  readonly name: string;
  readonly userId: number;
  readonly held: Limits;
};

async function create(rest: Rest, templateAccountId: number, { name, userId, rules, held }: NewAccount) {
  const answer = await rest.post(
    '/user/createevaluationaccounts',
    {
      accounts: [
        {
          ...{ userId, templateAccountId, name },
          initialBalance: rules.startingBalanceCents / 100,
          preTradeRisk: [held.positionLimit],
          // Limits that are added later, while the market is closed, have taken a wrong balance of the day's start.
          postTradeRisk: held.limits,
        },
      ],
    },
    'demo',
  );
  return firstResult(answer);
}

/** An account that is found by its name comes without its permission, which closing it needs. */
async function findPermission(rest: Rest, userId: number, vendorId: number): Promise<number> {
  const rows = await rest.list(`/tradingPermission/deps?masterid=${userId}`);
  const found = rows.find((row) => row['accountId'] === vendorId);
  if (found === undefined) throw new Error(`the vendor shows no trading permission of account ${vendorId} yet`);
  return Number(found['id']);
}

/** The newest entry of the account's log by the vendor's own clock. */
async function findNewestEntry(rest: Rest, vendorId: number): Promise<number> {
  const rows = await rest.list(`/cashBalanceLog/deps?masterid=${vendorId}`);
  return Math.max(0, ...rows.map((row) => Date.parse(String(row['timestamp']))));
}

/** What the vendor must hold of an account: its program's limits, with the trader's own. */
const heldBy = ({ limits, positionLimit, personalStop }: StoredAccount): Limits => ({
  limits: personalStop === undefined ? limits : withOwn(limits, personalStop),
  positionLimit,
});

export type Accounts = ReturnType<typeof createAccounts>;

/** @throws {Refused} with the vendor's words: each part of a batch succeeds or fails on its own */
function firstResult(answer: Row) {
  const [first] = Array.isArray(answer['results']) ? answer['results'] : [answer];
  if (!isObject(first)) throw new Refused('the vendor answered without a result');
  if (typeof first['errorText'] === 'string' && first['errorText'] !== '') throw new Refused(first['errorText']);
  return first;
}

function createUserCalls(rest: Rest, settings: TradovateSettings): UserCalls<number> {
  async function find(name: string): Promise<number | undefined> {
    const found = await rest.find(`/user/find?name=${name}`, 'live');
    return found && Number(found['id']);
  }

  async function create(
    { name, password }: { readonly name: string; readonly password: string },
    { email, firstName, lastName }: OpenRequest,
  ): Promise<number> {
    const room = maxNameLength - 1;
    const first = firstName.slice(0, Math.max(1, room - Math.min(lastName.length, room - 1)));
    const user = {
      ...{ name, email, password, firstName: first, lastName: lastName.slice(0, room - first.length) },
      ...{ tradovateSubscriptionPlanId: settings.subscriptionPlanId, entitlementIds: settings.entitlementIds },
    };
    try {
      const answer = await rest.post('/user/createevaluationusers', { users: [user] }, 'live');
      return Number(firstResult(answer)['userId']);
    } catch (error) {
      const isKnown = error instanceof Refused && /UserAlreadyExists/.test(error.message);
      const found = isKnown ? await find(name) : undefined;
      if (found === undefined) throw error;
      return found;
    }
  }

  return { find, create };
}
