import { readCatalog } from '#server/catalog/read-for-office.ts';
import type { App, Routes } from '#server/core/http/context.ts';
import { mountPrivate } from '#server/core/http/mount.ts';
import { officeCatalog } from '#shared/catalog/contract-office.ts';
import { type BulkActionName, bulkActions } from '#shared/firm/bulk-actions.ts';
import * as views from '#shared/firm/contract-saved-views.ts';
import { previewBulk, runBulk } from './bulk.ts';
import { deleteView, listSavedViews, renameView, saveView } from './saved-views.ts';

function mountBulk(app: App, name: BulkActionName): void {
  const { preview, run } = bulkActions[name];
  mountPrivate(app, preview, async ({ deps, actor, body }) => ({ data: await previewBulk(deps, actor, name, body) }));
  mountPrivate(app, run, async ({ deps, actor, body, idempotencyKey }) => ({
    data: await runBulk(deps, actor, name, body, idempotencyKey),
  }));
}

/** Bulk actions, saved views, and the catalog that is edited in files. */
export const officeWorkRoutes: Routes = (app, deps) => {
  for (const name of Object.keys(bulkActions) as BulkActionName[]) mountBulk(app, name);

  mountPrivate(app, officeCatalog, async () => ({ data: readCatalog(deps) }));

  mountPrivate(app, views.listSavedViews, async ({ actor, query }) => ({
    data: { views: await listSavedViews(deps, actor, query.list) },
  }));

  mountPrivate(app, views.saveView, async ({ actor, body }) => ({ data: await saveView(deps, actor, body) }));

  mountPrivate(app, views.renameView, ({ actor, body }) => renameView(deps, actor, body));

  mountPrivate(app, views.deleteView, ({ actor, body }) => deleteView(deps, actor, body.viewId));
};
