import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $user } from '#app/shell/stores/session.ts';
import type { Role } from '#shared/core/access.ts';
import { staffRoles } from '#shared/core/staff-roles.ts';
import { renameView, saveView } from '#shared/firm/contract-saved-views.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { Button } from '#ui/button.tsx';
import { ActionForm } from '../actions/action-form.tsx';
import type { OfficeListStore } from '../stores/list.ts';
import {
  $savedViews,
  filterOf,
  isSameFilter,
  loadSavedViews,
  removeSavedView,
  type SavedView,
} from '../stores/saved-views.ts';
import { textOf, useTexts } from '../texts.ts';
import toolbarStyles from '../toolbar.module.css';
import styles from './saved-views.module.css';

/** Saved filters of a list. A view only links to its filter, which is kept in the address. */
export function SavedViews({ list }: { readonly list: OfficeListStore }) {
  const { strings } = useTexts();
  const views = useStore($savedViews);
  const { query } = useStore(list.$list);
  const roles = useStore($user)?.roles ?? [];
  useEffect(() => {
    $savedViews.set([]);
    void loadSavedViews(list.name);
  }, [list]);
  const listRoles: readonly Role[] = officeLists[list.name].roles;
  const filter = filterOf(query);
  const current = views.find((view) => isSameFilter(view.query, filter));
  const isFiltered = Object.keys(filter).length > 0;
  const reload = () => void loadSavedViews(list.name);
  if (views.length === 0 && !isFiltered) return null;
  return (
    <nav className={`cluster ${toolbarStyles.toolbar}`} aria-label={strings.views}>
      {views.length > 0 && (
        <ul className={`cluster ${toolbarStyles.toolbar}`}>
          {views.map((view) => (
            <li key={view.id}>
              <View view={view} list={list} isCurrent={view === current} />
            </li>
          ))}
        </ul>
      )}
      {isFiltered && current === undefined && (
        <ActionForm
          key={JSON.stringify(filter)}
          onDone={reload}
          contract={saveView}
          action="view_save"
          initial={{ list: list.name, name: '', query: filter, share: 'own' }}
          fields={[
            { name: 'name', label: strings.view_name, line: 'text' },
            {
              name: 'share',
              label: strings.view_share,
              values: ['own', ...staffRoles.filter((role) => roles.includes(role) && listRoles.includes(role))],
            },
          ]}
        />
      )}
      {current?.mine && (
        <>
          <ActionForm
            key={`${current.id}:${current.name}`}
            onDone={reload}
            contract={renameView}
            label={strings.view_rename}
            text={current.name}
            initial={{ viewId: current.id, name: current.name }}
            fields={[{ name: 'name', label: strings.view_name, line: 'text' }]}
          />
          <Button
            label={strings.view_delete}
            variant="danger"
            size="small"
            onClick={() => removeSavedView(list.name, current.id)}
          />
        </>
      )}
    </nav>
  );
}

type ViewProps = { readonly view: SavedView; readonly list: OfficeListStore; readonly isCurrent: boolean };

function View({ view: { name, query, role }, list, isCurrent }: ViewProps) {
  const { strings } = useTexts();
  return (
    <a
      href={`?${new URLSearchParams(query)}`}
      className={styles.view}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void list.show(query);
      }}
    >
      {name}
      {role !== null && <span className="muted">{textOf(strings, 'value', role)}</span>}
    </a>
  );
}
