import { existsSync, readFileSync } from 'node:fs';
import type { AccountRules } from '#shared/accounts/model.ts';
import { type AccessRequest, type Opened, type OpenRequest, Pending, Refused } from '../core/adapter.ts';
import { describeAccess, describeOpening, describeTransfer } from '../core/describe-tasks.ts';
import { createPersonTasks } from '../core/person-tasks.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import type { RithmicSettings } from './settings.ts';

type StoredAccount = Opened & { readonly startingBalanceCents: number };
type Waiting = { readonly startingBalanceCents: number };

/** The vendor has no calls for accounts, limits and money: accounts come from the broker's list, and people do the rest. */
export function createAccounts({ poolPath }: Pick<RithmicSettings, 'poolPath'>, parts: CoreParts) {
  const { store, clock, outbox } = parts;
  const tasks = createPersonTasks(parts, 'rithmic-bridge.mjs');
  const byVendorId = new Map(
    store.list<StoredAccount>('accounts').map(([id, { platformAccountId }]) => [platformAccountId, id]),
  );

  function get(accountId: string): StoredAccount {
    const account = store.get<StoredAccount>('accounts', accountId);
    if (!account) throw new Refused(`this bridge did not open ${accountId}`);
    return account;
  }

  const findFree = (startingBalanceCents: number) =>
    readPool(poolPath).find(
      ({ platformAccountId, cents }) => cents === startingBalanceCents && !byVendorId.has(platformAccountId),
    );

  async function open({ accountId, rules }: OpenRequest): Promise<Opened> {
    const { startingBalanceCents } = rules;
    const free = findFree(startingBalanceCents);
    if (!free) {
      store.write(['waiting', accountId, { startingBalanceCents }]);
      const text = describeMissing(rules, poolPath);
      tasks.require({ accountId, kind: 'open-account', key: accountId, text, command: 'accounts.csv' });
      throw new Pending(text, 'person');
    }
    const { platformAccountId, user, secret } = free;
    const opened = { platformAccountId, user, secret };
    store.write(
      ['accounts', accountId, { ...opened, startingBalanceCents }],
      ['behind', accountId, clock.now()],
      ['waiting', accountId, null],
    );
    tasks.withdraw(accountId, 'open-account');
    byVendorId.set(platformAccountId, accountId);
    return opened;
  }

  return {
    open,
    get,
    tasks,
    idOf: (vendorId: string) => byVendorId.get(vendorId),
    list: () =>
      store.list<StoredAccount>('accounts').map(([id, { platformAccountId }]) => [id, platformAccountId] as const),
    /** Tells the site of openings that wait and that an account is there for now. */
    announceFree(): void {
      for (const [accountId, { startingBalanceCents }] of store.list<Waiting>('waiting')) {
        if (!findFree(startingBalanceCents)) continue;
        const at = clock.now();
        const event = { type: 'opening', at, status: 'opened', reason: null, until: null };
        outbox.add(accountId, [{ sourceId: `opening-${at}`, event }], ['waiting', accountId, null]);
      }
    },
    async reset(accountId: string, requestId: string): Promise<void> {
      const { platformAccountId, startingBalanceCents } = get(accountId);
      const start = (startingBalanceCents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
      const text = `Reset ${platformAccountId} to its starting balance of $${start}, without positions and orders, and let it trade.`;
      tasks.require({ accountId, kind: 'reset-account', key: requestId, text });
    },
    async setAccess(accountId: string, access: AccessRequest): Promise<{ readonly effective: boolean }> {
      const text = describeAccess(get(accountId).platformAccountId, access);
      const key = `${access.revision} ${text}`;
      tasks.withdraw(accountId, 'set-access', key);
      tasks.require({ accountId, kind: 'set-access', key, text });
      return { effective: true };
    },
    async transfer(accountId: string, amountCents: number, requestId: string) {
      const text = `${describeTransfer(get(accountId).platformAccountId, amountCents)} Note ${requestId} on the broker’s ticket.`;
      return { transferredAt: tasks.require({ accountId, kind: 'transfer-money', key: requestId, text }) };
    },
    async close(accountId: string): Promise<void> {
      const text = `Close ${get(accountId).platformAccountId} for trading permanently.`;
      tasks.require({ accountId, kind: 'close-account', key: accountId, text });
    },
    /** @throws {Refused} for an account that must be in the list first */
    confirm(id: string): void {
      const task = tasks.open().find((each) => each.id === id);
      if (task?.kind === 'open-account')
        throw new Refused(`add the account to ${poolPath}; the bridge takes it from there`);
      tasks.confirm(id);
    },
    /** Whether nobody is moving its money at the broker, so that its balance can be compared. */
    isSettled: (accountId: string) =>
      tasks
        .open()
        .every((each) => each.accountId !== accountId || !['reset-account', 'transfer-money'].includes(each.kind)),
  };
}

export type Accounts = ReturnType<typeof createAccounts>;

function describeMissing(rules: AccountRules, poolPath: string): string {
  const opening = describeOpening('an account for the trader, with its limits set', rules);
  return `${opening} Then add a line to ${poolPath}: account,user,password,${rules.startingBalanceCents / 100}`.slice(
    0,
    1_000,
  );
}

/** `account,user,password,balance`, a line each; the password may contain commas, and other lines are skipped. */
function readPool(path: string) {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .flatMap((line) => {
      const cells = line
        .replace(/^\uFEFF/, '')
        .split(',')
        .map((cell) => cell.trim());
      const [platformAccountId = '', user = ''] = cells;
      const [secret, cents] = [cells.slice(2, -1).join(','), Math.round(Number(cells.at(-1)) * 100)];
      return cells.length >= 4 && cents > 0 ? [{ platformAccountId, user, secret, cents }] : [];
    });
}
