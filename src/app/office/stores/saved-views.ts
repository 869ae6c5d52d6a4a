import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { deleteView, listSavedViews, type SavedView } from '#shared/firm/contract-saved-views.ts';
import type { OfficeListName } from '#shared/firm/lists.ts';
import type { ListQuery } from '#shared/office/define-list.ts';

export type { SavedView };

/** The saved views of the open list; empty until they have loaded. */
export const $savedViews = atom<readonly SavedView[]>([]);

export async function loadSavedViews(list: OfficeListName): Promise<void> {
  const result = await send(listSavedViews, { query: { list } });
  // The list works without them, so a failure stays silent.
  if (result.ok) $savedViews.set(result.data.views);
}

export function filterOf({
  cursor: _,
  direction: __,
  sort: ___,
  ...filter
}: ListQuery): Readonly<Record<string, string>> {
  return filter as Readonly<Record<string, string>>;
}

export function isSameFilter(left: Readonly<Record<string, string>>, right: Readonly<Record<string, string>>): boolean {
  const text = (filter: Readonly<Record<string, string>>) => JSON.stringify(Object.entries(filter).sort());
  return text(left) === text(right);
}

export async function removeSavedView(list: OfficeListName, viewId: string): Promise<void> {
  const result = await send(deleteView, { body: { viewId } });
  if (!result.ok) notifyFailure(result.failure);
  await loadSavedViews(list);
}
