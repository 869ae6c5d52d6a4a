import { isDeepStrictEqual } from 'node:util';
import type { AccountRules } from '#shared/accounts/model.ts';
import type { DayLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import { type Opened, type OpenRequest, Refused } from '../core/adapter.ts';
import { isObject, type Row } from '../core/answers.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { pendWhileSilenced } from '../core/throttle.ts';
import { accountName, createUsers, type UserCalls } from '../core/users.ts';
import type { Restrictions } from './limits.ts';
import { type Rest, rowsOf, toCents, toTime } from './rest.ts';
import type { Rules } from './rules.ts';

export type StoredAccount = Opened & {
  readonly vendorId: string;
  /** Some of the vendor's lists have this id instead. */
  readonly number: string;
  readonly userId: string;
  readonly rules: AccountRules;
  readonly halted: readonly string[];
  /** The trader's own limits; missing for an account that an older bridge stored. */
  readonly personalStop?: DayLimits | null;
  /** When it began with its starting balance, UTC ms; null while it is being reset. */
  readonly startedAt: number | null;
  readonly isClosed: boolean;
};

export const permissions = { trading: 0, readOnly: 1, paused: 2, liquidateOnly: 3 } as const;
export const statuses = { enabled: 1, failed: 4, disabled: 8 } as const;
/** An evaluation, as far as the vendor is concerned: what an account is worth is the site's. */
const evaluation = 0;

/** Opens, resets and closes accounts. The vendor knows no request keys, so names derive from our ids and are looked up. */
export function createAccounts(rest: Rest, rules: Rules, { store, clock }: CoreParts) {
  const ids = new Map<string, string>();
  const learn = (accountId: string, { vendorId, number }: StoredAccount) => {
    ids.set(vendorId, accountId);
    ids.set(number, accountId);
  };
  for (const [accountId, account] of store.list<StoredAccount>('accounts')) learn(accountId, account);

  function get(accountId: string): StoredAccount {
    const account = store.get<StoredAccount>('accounts', accountId);
    if (!account) throw new Refused(`this bridge did not open ${accountId}`);
    return account;
  }

  const change = (accountId: string, changes: Partial<StoredAccount>) =>
    store.write(['accounts', accountId, { ...get(accountId), ...changes }]);

  const { create, permit, readInfo, userCalls } = createCalls(rest);
  const openUser = createUsers<string>(store, userCalls);

  async function openNow(request: OpenRequest): Promise<Opened> {
    const { accountId } = request;
    const user = await openUser(request);
    const ruleId = await rules.ensure(request.rules, { halted: [], personalStop: null });
    const name = accountName(platformFacts.dxfeed.accountPrefix, accountId);
    const owned = rowsOf(await rest.get('/TradingAccount/ListByUserId', { userId: user.userId }));
    const row = owned.find(({ header }) => header === name) ?? (await create(name, user.userId, request.rules, ruleId));
    const opened = { platformAccountId: name, user: user.name, secret: user.password };
    const vendorId = String(row['accountId']);
    const account: StoredAccount = {
      ...{ ...opened, vendorId, number: String(row['id']), userId: user.userId, rules: request.rules, halted: [] },
      ...{ startedAt: null, isClosed: false },
    };
    await verify(account);
    await permit(vendorId, permissions.trading, 'opened');
    const started = { ...account, startedAt: await findStart(rest, account, clock.now()) };
    store.write(['accounts', accountId, started]);
    learn(accountId, started);
    return opened;
  }

  /** Trading stays off while the vendor holds other limits than ours. @throws {Refused} which of them */
  async function verify({ vendorId, rules: wanted, halted, personalStop = null }: StoredAccount): Promise<void> {
    try {
      const ruleId = await rules.ensure(wanted, { halted, personalStop });
      const holds = async () => String((await readInfo(vendorId))['tradingRuleId']) === ruleId;
      if (!(await holds())) {
        await rest.send('POST', '/TradingAccount/ChangeTradingRule', {
          ...{ accountId: vendorId, ruleId, accountRuleReference: 0 },
        });
        if (!(await holds())) throw new Refused('the vendor holds other limits: the account’s rule');
      }
    } catch (error) {
      if (error instanceof Refused) await permit(vendorId, permissions.paused, 'limits differ');
      throw error;
    }
  }

  return {
    ...{ get, permit, readInfo, change },
    open: (request: OpenRequest): Promise<Opened> => pendWhileSilenced(openNow(request)),
    idOf: (vendorId: string) => ids.get(vendorId),
    list: () => store.list<StoredAccount>('accounts'),
    /** Holds these restrictions, and leaves the others as they are. */
    async restrict(accountId: string, changes: Partial<Restrictions>): Promise<void> {
      const account = get(accountId);
      const { halted, personalStop = null } = account;
      const held = { halted, personalStop };
      if (isDeepStrictEqual({ ...held, ...changes }, held)) return;
      await verify({ ...account, ...changes });
      change(accountId, changes);
    },
    async reset(accountId: string, requestId: string): Promise<void> {
      const account = get(accountId);
      const { vendorId, rules: own } = account;
      // Paused until the end, so that repeating it after a lost answer erases nothing that was traded since.
      if (store.get('resets', accountId) !== requestId) {
        change(accountId, { startedAt: null });
        await rest.send('POST', '/TradingAccount/Reset', {
          ...{ accountId: vendorId, status: statuses.enabled, permission: permissions.paused },
        });
        const { snapshot } = (await readInfo(vendorId)) as { readonly snapshot?: Row };
        if (toCents(snapshot?.['balance']) !== own.startingBalanceCents)
          throw new Error('the vendor doesn’t show the starting balance yet');
        const started = { ...account, startedAt: await findStart(rest, account, clock.now()) };
        store.write(['resets', accountId, requestId], ['accounts', accountId, started]);
      }
      await verify(get(accountId));
      await permit(vendorId, permissions.trading, 'reset');
    },
    async close(accountId: string): Promise<void> {
      const { vendorId } = get(accountId);
      await rest.send('POST', '/TradingAccount/Disable', { accountId: vendorId, reason: 'closed', forceClose: true });
      change(accountId, { isClosed: true });
    },
  };
}

export type Accounts = ReturnType<typeof createAccounts>;

function createCalls(rest: Rest) {
  const userCalls: UserCalls<string> = {
    async find(name) {
      const rows = rowsOf(await rest.get('/User/List', { filter: name }));
      const found = rows.find((row) => row['extEntityId'] === name);
      return found && String(found['id']);
    },
    async create({ name, password }, { email, firstName, lastName, country, locale }) {
      const user = await rest.send('POST', '/User', {
        ...{ email, firstName, lastName, username: name, passwordToSet: password, extEntityId: name },
        ...(country ? { country } : {}),
        ...(locale ? { language: locale.slice(0, 2) } : {}),
      });
      return String(user['userId']);
    },
  };

  /** Paused: it may trade once its limits have been read back. */
  const create = (header: string, userId: string, { startingBalanceCents }: AccountRules, ruleId: string) =>
    rest.send('POST', '/TradingAccount', {
      ...{ userId, balance: startingBalanceCents / 100, currency: 1, header, description: header },
      ...{ accountRuleId: ruleId, accountRuleReference: 0, enabled: true },
      ...{ tradingPermission: permissions.paused, mode: evaluation },
    });

  const permit = (accountId: string, tradingPermission: number, reason: string, forceClose = false) =>
    rest.send('POST', '/TradingAccount/ChangePermission', { accountId, tradingPermission, forceClose, reason });

  async function readInfo(vendorId: string): Promise<Row> {
    const info = await rest.get('/TradingAccount', { accountId: vendorId, includeOpenPl: true });
    if (!isObject(info)) throw new Error(`the vendor doesn’t show account ${vendorId}`);
    return info;
  }

  return { create, permit, readInfo, userCalls };
}

/** Not before the vendor's own entries of the beginning, by the vendor's clock. */
async function findStart(rest: Rest, { vendorId, number }: StoredAccount, now: number): Promise<number> {
  const from = new Date(now - 5 * 60_000).toISOString();
  const lists = await rest.getBulk('/Bulk/TransactionList', { utcStartDt: from });
  const rows = lists.filter(([id]) => id === vendorId || id === number).flatMap(([, own]) => own);
  return Math.max(now, ...rows.map((row) => toTime(row['utc'])));
}
