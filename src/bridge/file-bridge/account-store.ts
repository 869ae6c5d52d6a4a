import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import type { TaskKind } from '../core/adapter.ts';

/** Something that a person does on the platform, because files can't. */
export type Task = {
  readonly id: string;
  /** The site's key of the request; repeating it means the same task. */
  readonly key: string;
  readonly kind: TaskKind;
  readonly text: string;
  readonly requestedAt: number;
  /** When a person confirmed that it is done; null before. */
  confirmedAt: number | null;
};

export type BridgeAccount = {
  readonly platform: PlatformName;
  readonly platformAccountId: string;
  readonly user: string;
  readonly secret: string;
  closed: boolean;
  /** The newest permissions that the site requested. */
  access?: { readonly revision: number; readonly [field: string]: unknown };
  readonly tasks: Task[];
};

export type AccountStore = {
  /** By the site's account id. */
  readonly accounts: Record<string, BridgeAccount>;
  save(): void;
};

/** The accounts this bridge has opened, in a file that is replaced as a whole, so that a crash leaves the old one. */
export function openAccountStore(folder: string): AccountStore {
  const path = join(folder, 'accounts.json');
  const accounts = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as AccountStore['accounts']) : {};
  return {
    accounts,
    save() {
      writeFileSync(`${path}.new`, JSON.stringify(accounts, null, 2), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
}

export type OpenTask = Task & { readonly accountId: string; readonly platform: PlatformName };

/** The tasks that nobody has confirmed, oldest first. */
export function listOpenTasks({ accounts }: AccountStore): readonly OpenTask[] {
  return Object.entries(accounts)
    .flatMap(([accountId, { platform, tasks }]) => tasks.map((task) => ({ ...task, accountId, platform })))
    .filter(({ confirmedAt }) => confirmedAt === null)
    .sort((left, right) => left.requestedAt - right.requestedAt);
}

/** Adds a task, or returns the one that the same request made before. */
export function requestTask(
  { accounts }: AccountStore,
  account: BridgeAccount,
  { kind, key, text }: Pick<Task, 'kind' | 'key' | 'text'>,
  announce: (task: Task) => void,
): Task {
  const existing = account.tasks.find((task) => task.kind === kind && task.key === key);
  if (existing) return existing;
  const number =
    1 + Math.max(0, ...Object.values(accounts).flatMap(({ tasks }) => tasks.map(({ id }) => Number(id.slice(1)))));
  const task: Task = { id: `T${number}`, key, kind, text, requestedAt: Date.now(), confirmedAt: null };
  account.tasks.push(task);
  announce(task);
  return task;
}
