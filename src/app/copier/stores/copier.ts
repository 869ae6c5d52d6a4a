import { atom } from 'nanostores';
import { keepStreaming } from '#app/accounts/stores/stream.ts';
import { send } from '#app/http/call.ts';
import { download } from '#app/shell/stores/download.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import * as calls from '#shared/copier/contract.ts';
import type { BodyOf, DataOf } from '#shared/core/call.ts';

export type Copier = DataOf<typeof calls.fetchCopier>;
export type CopierAccount = Copier['accounts'][number];
export type CopyFollower = NonNullable<CopierAccount['follower']>;
export type CopyLogEntry = DataOf<typeof calls.fetchCopyLog>['entries'][number];
export type CopyGroupInput = BodyOf<typeof calls.saveCopier>;

export const $copier = createResource(() => send(calls.fetchCopier, {}));
export const $copyLog = createResource(() => send(calls.fetchCopyLog, { query: {} }), {
  isQuiet: true,
  more: {
    fetch: ({ entries }) => {
      const last = entries.at(-1);
      return last ? send(calls.fetchCopyLog, { query: { before: String(last.number) } }) : null;
    },
    append: (shown, older) => ({ ...older, entries: [...shown.entries, ...older.entries] }),
  },
});
/** The running action; its button shows it and ignores further clicks. */
export const $copierBusy = atom<'save' | 'arm' | 'disarm' | 'flatten' | null>(null);

/** Updates of several accounts within this time cause one reload. */
const reloadEveryMs = 700;

export async function loadCopier(): Promise<void> {
  await Promise.all([$copier.load(), $copyLog.refresh()]);
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
  return perform('save', () => send(calls.saveCopier, { body: group }));
}

export function arm(accountIds: readonly string[]): Promise<boolean> {
  return perform('arm', () => send(calls.armFollowers, { body: { accountIds: [...accountIds] } }));
}

export function disarm(accountIds: readonly string[]): Promise<boolean> {
  return perform('disarm', () => send(calls.disarmFollowers, { body: { accountIds: [...accountIds] } }));
}

export function flatten(accountId?: string): Promise<boolean> {
  const body = accountId === undefined ? {} : { accountIds: [accountId] };
  return perform('flatten', () => send(calls.flattenFollowers, { body }));
}

export function saveLog(): Promise<void> {
  return download('thor-log.csv', calls.copyLogFile, {});
}

type SendResult = Awaited<ReturnType<typeof send<typeof calls.saveCopier>>>;

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
