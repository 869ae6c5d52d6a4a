import { atom } from 'nanostores';
import type { OfficeListStore } from './list.ts';

/** The selected rows of a list's page, or all rows that match its filter. */
export function createSelection(list: OfficeListStore) {
  const $ids = atom<ReadonlySet<string>>(new Set());
  const $all = atom(false);
  const clear = () => {
    $ids.set(new Set());
    $all.set(false);
  };
  const toggle = (id: string) => {
    $all.set(false);
    const ids = new Set($ids.get());
    if (!ids.delete(id)) ids.add(id);
    $ids.set(ids);
  };
  const togglePage = () => {
    const rows = list.$list.get().page?.rows ?? [];
    const isAllChosen = rows.every(({ id }) => $ids.get().has(id));
    $all.set(false);
    $ids.set(new Set(isAllChosen ? [] : rows.map(({ id }) => id)));
  };
  /** Another page or filter starts with an empty selection. */
  list.$list.listen(({ query }, before) => {
    if (query !== before?.query) clear();
  });
  return { $ids, $all, clear, toggle, togglePage, selectAll: () => $all.set(true) };
}

export type RowSelection = ReturnType<typeof createSelection>;
