import { randomBytes } from 'node:crypto';
import { defaultPlatform, findPlatform, platformFacts } from '#shared/catalog/platforms.ts';
import type { TaskKind } from '../core/adapter.ts';
import { describeAccess, describeOpening, describeTransfer } from '../core/describe-tasks.ts';
import type { Answer, BridgeRequest } from '../core/signed-server.ts';
import { type AccountStore, type BridgeAccount, listOpenTasks, requestTask, type Task } from './account-store.ts';

type Announce = (task: Task) => void;

/**
 * Answers a signed request of the site or of the command line. What files can't do becomes a task for a person: until
 * one confirms it, the answer is 202, and the site asks again.
 */
export function answerRequest(
  store: AccountStore,
  { method, url, body, idempotencyKey }: BridgeRequest,
  announce: Announce,
): Answer {
  if (method !== 'POST') return [404, { error: 'not found' }];
  const message = JSON.parse(body || '{}') as Record<string, unknown>;
  if (url === '/tasks') return [200, { tasks: listOpenTasks(store) }];
  const [, taskId] = /^\/tasks\/([^/]+)\/confirm$/.exec(url) ?? [];
  if (taskId !== undefined) return confirmTask(store, taskId);
  if (url === '/accounts') return openAccount(store, message, announce);
  const [, id = '', action] = /^\/accounts\/([^/]+)\/(reset|access|transfer|close)$/.exec(url) ?? [];
  const account = store.accounts[decodeURIComponent(id)];
  if (!account || action === undefined) return [404, { error: 'no such account' }];
  const kind = kinds[action as keyof typeof kinds];
  const isNewest = kind !== 'set-access' || setAccess(account, message);
  // An outdated message changes nothing.
  if (!isNewest) return [200, { ok: true }];
  const task = requestTask(
    store,
    account,
    { kind, key: idempotencyKey, text: textOf(kind, account, message) },
    announce,
  );
  store.save();
  if (task.confirmedAt === null) return [202, { status: 'pending', task: task.id }];
  return [200, kind === 'transfer-money' ? { transferredAt: task.confirmedAt } : { ok: true }];
}

const kinds = {
  reset: 'reset-account',
  access: 'set-access',
  transfer: 'transfer-money',
  close: 'close-account',
} as const satisfies Readonly<Record<string, TaskKind>>;

function textOf(kind: TaskKind, account: BridgeAccount, message: Record<string, unknown>): string {
  const { platformAccountId } = account;
  if (kind === 'set-access') return describeAccess(platformAccountId, message);
  if (kind === 'transfer-money') return describeTransfer(platformAccountId, Number(message['amountCents']));
  if (kind === 'close-account') return `Close ${platformAccountId} for trading permanently.`;
  return `Reset ${platformAccountId} to its starting balance, without positions and orders.`;
}

/** Records the permissions. Newer ones replace a task about older ones. @returns false for an outdated message */
function setAccess(
  account: BridgeAccount,
  { accountId: _, platform: __, ...message }: Record<string, unknown>,
): boolean {
  const revision = Number(message['revision'] ?? 0);
  if (revision < (account.access?.revision ?? 0)) return false;
  const isChanged = JSON.stringify({ ...message, revision }) !== JSON.stringify(account.access);
  account.access = { ...message, revision };
  if (isChanged) {
    const outdated = account.tasks.filter(({ kind, confirmedAt }) => kind === 'set-access' && confirmedAt === null);
    for (const task of outdated) account.tasks.splice(account.tasks.indexOf(task), 1);
  }
  return true;
}

function confirmTask(store: AccountStore, id: string): Answer {
  const [account, task] = Object.values(store.accounts)
    .map((each) => [each, each.tasks.find((candidate) => candidate.id === id)] as const)
    .find(([, found]) => found !== undefined) ?? [undefined, undefined];
  if (!account || !task) return [404, { error: `There is no task ${id}.` }];
  task.confirmedAt ??= Date.now();
  if (task.kind === 'close-account') account.closed = true;
  store.save();
  return [200, { task }];
}

/** Repeating a request returns the same account: its id is the idempotency key. */
function openAccount(store: AccountStore, message: Record<string, unknown>, announce: Announce): Answer {
  const accountId = String(message['accountId']);
  const existing = store.accounts[accountId];
  const account = existing ?? createAccount(store, message);
  const { platformAccountId, user, secret } = account;
  if (!existing) {
    store.accounts[accountId] = account;
    const what = `${platformAccountId} for the user ${user}, with the password in accounts.json`;
    const text = describeOpening(what, message['rules']);
    requestTask(store, account, { kind: 'open-account', key: accountId, text }, announce);
    store.save();
  }
  return [200, { platformAccountId, user, secret }];
}

function createAccount({ accounts }: AccountStore, { platform, email }: Record<string, unknown>): BridgeAccount {
  const number = 100_001 + Object.keys(accounts).length;
  const name = findPlatform(platform) ?? defaultPlatform;
  const userName =
    String(email)
      .split('@')[0]
      ?.replace(/[^a-z0-9]/gi, '')
      .slice(0, 12) || 'trader';
  return {
    platform: name,
    platformAccountId: `${platformFacts[name].accountPrefix}-${number}`,
    user: `${userName}-${number}`,
    secret: randomBytes(9).toString('base64url'),
    closed: false,
    tasks: [],
  };
}
