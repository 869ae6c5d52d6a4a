import { atom } from 'nanostores';
import { send } from '../client/call.ts';
import type { ListQuery } from '../contract/office/define-list.ts';
import type { OfficeListName } from '../contract/office/lists.ts';
import { deleteView, listSavedViews, type SavedView } from '../contract/office/saved-views.ts';
import { notifyFailure } from './toasts.ts';

export type { SavedView };

/** The views of the open list; empty until they are known. */
export const $savedViews = atom<readonly SavedView[]>([]);

export async function loadSavedViews(list: OfficeListName): Promise<void> {
  const result = await send(listSavedViews, { query: { list } });
  // Without them the list works as well, so a failure stays quiet.
  if (result.ok) $savedViews.set(result.data.views);
}

/** What a view keeps of a list's address. */
export function filterOf({ cursor: _, direction: __, ...filter }: ListQuery): Readonly<Record<string, string>> {
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
