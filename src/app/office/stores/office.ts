import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import type { Failure } from '#app/http/failure.ts';
import { currentQuery } from '#app/shell/stores/navigation.ts';
import { $user } from '#app/shell/stores/session.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import type { Role } from '#shared/core/access.ts';
import type { Call, DataOf } from '#shared/core/call.ts';
import { officeOverview, officeSearch } from '#shared/office/contract.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { type OfficeListName, officeLists } from '#shared/office/lists.ts';

export type OfficeLoadable<Data> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' | 'second-factor' }
  | { readonly status: 'missing' }
  | { readonly status: 'ready'; readonly data: Data };

export const $overview = atom<OfficeLoadable<DataOf<typeof officeOverview>>>({ status: 'loading' });
export const $record = atom<OfficeLoadable<ListRow>>({ status: 'loading' });
export const $searchResults = atom<OfficeLoadable<DataOf<typeof officeSearch>['found']> | { readonly status: 'idle' }>({
  status: 'idle',
});

export function isOfficeList(name: string | undefined): name is OfficeListName {
  return name !== undefined && name in officeLists;
}

/** Whether the person has one of these roles. Only hides what the server would refuse anyway. */
export function hasRole(roles: readonly Role[]): boolean {
  const ownRoles = $user.get()?.roles ?? [];
  return roles.some((role) => ownRoles.includes(role));
}

/** Whether the person's roles allow a call. */
export function canCall({ access }: Call): boolean {
  return typeof access === 'object' && hasRole(access.roles as readonly Role[]);
}

/** Whether the person's roles allow opening a list. */
export function canOpen(name: OfficeListName): boolean {
  return hasRole(officeLists[name].roles);
}

/** Tells a missing second factor, which the person must set up, from failures that a retry may fix. */
export function failureStatus(failure: Failure): 'failed' | 'second-factor' {
  return failure.kind === 'status' && failure.code === 'second_factor_needed' ? 'second-factor' : 'failed';
}

export async function loadOverview(): Promise<void> {
  $overview.set({ status: 'loading' });
  await refreshOverview();
}

/** Reloads the queues; the current ones stay until the response arrives. */
export async function refreshOverview(): Promise<void> {
  const result = await send(officeOverview, {});
  $overview.set(result.ok ? { status: 'ready', data: result.data } : { status: failureStatus(result.failure) });
}

export async function loadRecord(list: OfficeListName, id: string): Promise<void> {
  const result = await send(officeLists[list].record, { query: { id } });
  if (result.ok) {
    $record.set({ status: 'ready', data: result.data.row as ListRow });
    return;
  }
  const { failure } = result;
  const isMissing = failure.kind === 'status' && failure.status === 404;
  $record.set({ status: isMissing ? 'missing' : failureStatus(failure) });
}

/** The search text in the address. */
export const searchText = () => currentQuery()['q'] ?? '';

export async function search(q: string): Promise<void> {
  if (q.trim().length < 3) {
    $searchResults.set({ status: 'idle' });
    return;
  }
  $searchResults.set({ status: 'loading' });
  const result = await send(officeSearch, { query: { q } });
  if (result.ok) $searchResults.set({ status: 'ready', data: result.data.found });
  else {
    $searchResults.set({ status: 'failed' });
    notifyFailure(result.failure);
  }
}
