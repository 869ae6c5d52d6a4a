import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { download } from '#app/shell/stores/download.ts';
import { currentQuery } from '#app/shell/stores/navigation.ts';
import type { DataOf } from '#shared/core/call.ts';
import { type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import type { ListFilter, ListQuery } from '#shared/office/define-list.ts';
import { failureStatus } from './office.ts';

export type ListPage = DataOf<(typeof officeLists)[OfficeListName]['page']>;

export type ListState = {
  readonly query: ListQuery;
  /** The last page loaded; it stays while the next one loads. */
  readonly page: ListPage | null;
  readonly status: 'loading' | 'failed' | 'second-factor' | 'ready';
};

type ListOptions = {
  /** Filters that can't be changed here, such as the person whose orders a record shows. */
  readonly fixed?: ListFilter;
  /** Keeps filters and page in the address for links, reloads and the back button. */
  readonly inAddress?: boolean;
};

export function isDueFirst(name: OfficeListName, { order, sort }: ListQuery): boolean {
  return officeLists[name].isQueue && sort === undefined && order !== 'newest';
}

/** How a list is sorted, as one value: `due`, a column, or a column in descending order with a minus before it. */
export function readOrder(name: OfficeListName, query: ListQuery): string {
  return isDueFirst(name, query) ? 'due' : (query.sort ?? '-at');
}

/** The filters that sort a list in this order; empty ones are left out of the address. */
export function writeOrder(name: OfficeListName, order: string): ListFilter {
  const isNewest = order === '-at' && officeLists[name].isQueue;
  return { order: isNewest ? 'newest' : '', sort: order === 'due' || order === '-at' ? '' : order };
}

const ordering: ReadonlySet<string> = new Set(['cursor', 'direction', 'sort', 'order']);

/** The names of the filters in force, without what sorts the list or chooses its page. */
export function appliedFilters({ query }: Pick<ListState, 'query'>): readonly string[] {
  return Object.keys(query).filter((name) => !ordering.has(name));
}

/** Reads the list's filters from the address; ignores anything else. */
function readAddress(name: OfficeListName): ListQuery {
  const { filters, isQueue } = officeLists[name];
  const listParameters = [...Object.keys(filters), ...(isQueue ? ['order'] : [])];
  const known = new Set(['q', 'from', 'to', 'sort', 'cursor', 'direction', ...listParameters]);
  return Object.fromEntries(Object.entries(currentQuery()).filter(([key, value]) => known.has(key) && value !== ''));
}

function writeAddress(query: ListQuery): void {
  const search = new URLSearchParams(query as Record<string, string>).toString();
  globalThis.history.pushState(null, '', search === '' ? globalThis.location.pathname : `?${search}`);
}

export function createList(name: OfficeListName, { fixed = {}, inAddress = false }: ListOptions = {}) {
  const { page: call, file } = officeLists[name];
  const $list = atom<ListState>({ query: inAddress ? readAddress(name) : {}, page: null, status: 'loading' });

  async function load(): Promise<void> {
    const { query } = $list.get();
    $list.set({ ...$list.get(), status: 'loading' });
    const result = await send(call, { query: { ...query, ...fixed } });
    // Another filter or page was chosen in the meantime; it has its own response.
    if ($list.get().query !== query) return;
    if (result.ok) $list.set({ query, page: result.data as ListPage, status: 'ready' });
    else $list.set({ ...$list.get(), status: failureStatus(result.failure) });
  }

  function show(query: ListQuery): Promise<void> {
    const nonEmpty = Object.fromEntries(
      Object.entries(query).filter(([, value]) => value !== undefined && value !== ''),
    );
    $list.set({ ...$list.get(), query: nonEmpty });
    if (inAddress) writeAddress(nonEmpty);
    return load();
  }

  return {
    $list,
    name,
    load,
    /** Changes filters and goes to the first page. */
    filter(change: ListFilter): Promise<void> {
      const { cursor: _, direction: __, ...query } = $list.get().query;
      return show({ ...query, ...change });
    },
    /** Replaces all filters and goes to the first page. */
    show: (filter: ListFilter) => show(filter),
    clear: () => show({}),
    turnPage(direction: 'older' | 'newer', cursor?: string | null): Promise<void> {
      const { cursor: _, direction: __, ...query } = $list.get().query;
      if (cursor) return show({ ...query, cursor, direction });
      return show(direction === 'newer' ? { ...query, direction } : query);
    },
    async export(): Promise<void> {
      const { cursor: _, direction: __, order: ___, sort: ____, ...query } = $list.get().query;
      await download(`${name}.csv`, file, { query: { ...query, ...fixed } });
    },
    /** Follows the back button until the returned function is called. */
    follow(): () => void {
      const restore = () => {
        $list.set({ ...$list.get(), query: readAddress(name) });
        void load();
      };
      if (inAddress) globalThis.addEventListener('popstate', restore);
      void load();
      return () => globalThis.removeEventListener('popstate', restore);
    },
  };
}

export type OfficeListStore = ReturnType<typeof createList>;
