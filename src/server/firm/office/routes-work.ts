import { readCatalog } from '#server/catalog/read-for-office.ts';
import type { Mount, Routes } from '#server/core/http/mount.ts';
import { officeCatalog } from '#shared/catalog/contract-office.ts';
import { type BulkActionName, bulkActions } from '#shared/firm/bulk-actions.ts';
import * as views from '#shared/firm/contract-saved-views.ts';
import { previewBulk, runBulk } from './bulk.ts';
import { deleteView, listSavedViews, renameView, saveView } from './saved-views.ts';

function mountBulk(mount: Mount, name: BulkActionName): void {
  const { preview, run } = bulkActions[name];
  mount(preview, ({ deps, actor, body }) => previewBulk(deps, actor, name, body));
  mount(run, ({ deps, actor, body, idempotencyKey }) => runBulk(deps, actor, name, body, idempotencyKey));
}

export const officeWorkRoutes: Routes = ({ mount, deps }) => {
  for (const name of Object.keys(bulkActions) as BulkActionName[]) mountBulk(mount, name);

  mount(officeCatalog, () => readCatalog(deps));
  mount(views.listSavedViews, async ({ actor, query }) => ({ views: await listSavedViews(deps, actor, query.list) }));
  mount(views.saveView, ({ actor, body }) => saveView(deps, actor, body));
  mount(views.renameView, ({ actor, body }) => renameView(deps, actor, body));
  mount(views.deleteView, ({ actor, body }) => deleteView(deps, actor, body.viewId));
};
