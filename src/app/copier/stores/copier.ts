import { atom } from 'nanostores';
import { keepStreaming } from '#app/accounts/stores/stream.ts';
import { send } from '#app/http/call.ts';
import { fetchFile, saveFile } from '#app/http/file.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import {
  armFollowers,
  copyLogFile,
  disarmFollowers,
  fetchCopier,
  fetchCopyLog,
  flattenFollowers,
  saveCopier,
} from '#shared/copier/contract.ts';
import type { BodyOf, DataOf } from '#shared/core/call.ts';

export type Copier = DataOf<typeof fetchCopier>;
export type CopierAccount = Copier['accounts'][number];
export type CopyFollower = NonNullable<CopierAccount['follower']>;
export type CopyLogEntry = DataOf<typeof fetchCopyLog>['entries'][number];
export type CopyGroupInput = BodyOf<typeof saveCopier>;

export type CopierState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly copier: Copier };

type Log = { readonly entries: readonly CopyLogEntry[]; readonly more: boolean };

export const $copier = atom<CopierState>({ status: 'loading' });
export const $copyLog = atom<Log>({ entries: [], more: false });
/** The running action; its button shows it and ignores further clicks. */
export const $copierBusy = atom<'save' | 'arm' | 'disarm' | 'flatten' | null>(null);

/** Updates of several accounts within this time cause one reload. */
const reloadEveryMs = 700;

export async function loadCopier(): Promise<void> {
  const [copier, log] = await Promise.all([send(fetchCopier, {}), send(fetchCopyLog, { query: {} })]);
  if (log.ok) $copyLog.set(log.data);
  if (copier.ok) {
    $copier.set({ status: 'ready', copier: copier.data });
    return;
  }
  if ($copier.get().status !== 'ready') $copier.set({ status: 'failed' });
  notifyFailure(copier.failure);
}

export async function loadOlderLog(): Promise<void> {
  const { entries } = $copyLog.get();
  const last = entries.at(-1);
  if (!last) return;
  const older = await send(fetchCopyLog, { query: { before: String(last.number) } });
  if (older.ok) $copyLog.set({ entries: [...entries, ...older.data.entries], more: older.data.more });
  else notifyFailure(older.failure);
}

/**
 * Loads the copier, and reloads it whenever one of the person's accounts changes, until the returned function is
 * called.
 */
export function followCopier(): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reload = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void loadCopier();
    }, reloadEveryMs);
  };
  const listener = {
    known: () => new Map<string, number>(),
    heard: () => undefined,
    updated: reload,
    lost: () => undefined,
    catchUp: loadCopier,
  };
  void loadCopier().then(() => keepStreaming(listener, stop.signal));
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** @returns whether it was stored */
export function saveGroup(group: CopyGroupInput): Promise<boolean> {
  return perform('save', () => send(saveCopier, { body: group }));
}

export function arm(accountIds: readonly string[]): Promise<boolean> {
  return perform('arm', () => send(armFollowers, { body: { accountIds: [...accountIds] } }));
}

export function disarm(accountIds: readonly string[]): Promise<boolean> {
  return perform('disarm', () => send(disarmFollowers, { body: { accountIds: [...accountIds] } }));
}

/** Flattens one follower, or all of them. */
export function flatten(accountId?: string): Promise<boolean> {
  const body = accountId === undefined ? {} : { accountIds: [accountId] };
  return perform('flatten', () => send(flattenFollowers, { body }));
}

export async function saveLog(): Promise<void> {
  const file = await fetchFile(copyLogFile, {});
  if (file.ok) saveFile('thor-log.csv', file.content);
  else notifyFailure(file.failure);
}

type SendResult = Awaited<ReturnType<typeof send<typeof saveCopier>>>;

async function perform(action: NonNullable<ReturnType<typeof $copierBusy.get>>, act: () => Promise<SendResult>) {
  // Flattening doesn't wait for other actions.
  if ($copierBusy.get() !== null && action !== 'flatten') return false;
  $copierBusy.set(action);
  const result = await act();
  if (result.ok && action === 'save') notify('success', { key: 'saved' });
  if (!result.ok) notifyFailure(result.failure);
  await loadCopier();
  $copierBusy.set(null);
  return result.ok;
}
