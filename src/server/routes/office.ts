import type { OfficeList } from '../../contract/office/define-list.ts';
import { officeFigure, officeFigureFile } from '../../contract/office/figures.ts';
import { officeLists } from '../../contract/office/lists.ts';
import { officeOverview, officeSearch } from '../../contract/office/overview.ts';
import type { App, Routes } from '../http/context.ts';
import { fileHeaders, streamFile } from '../http/file-headers.ts';
import { mountPrivate, mountPrivateRaw } from '../http/mount.ts';
import { exportFigure } from '../services/figure/export.ts';
import { readFigure } from '../services/figure/read.ts';
import { exportList } from '../services/office/export-list.ts';
import { getRecord, type ListSource, readPage } from '../services/office/read-list.ts';
import { describeSanctionsList, readOverview } from '../services/office/read-overview.ts';
import { searchOffice } from '../services/office/search.ts';
import { listSources } from '../services/office/sources.ts';

const limited = { limit: 'read' } as const;

function mountList(app: App, list: OfficeList, source: ListSource): void {
  mountPrivate(
    app,
    list.page,
    async ({ deps, actor: { roles }, query, requestContext: { locale } }) => ({
      data: await readPage(deps, source, query, { locale, roles }),
    }),
    limited,
  );

  mountPrivate(
    app,
    list.record,
    async ({ deps, actor: { roles }, query, requestContext: { locale } }) => ({
      data: { row: await getRecord(deps, source, query.id, { locale, roles }) },
    }),
    limited,
  );

  mountPrivateRaw(
    app,
    list.file,
    async ({ deps, actor, query, context, requestContext: { locale } }) => {
      const { name, columns } = list;
      const pieces = exportList(deps, actor, source, { name, columns, filter: query, locale });
      return streamFile(context, actor, fileHeaders('text/csv; charset=utf-8', `${list.name}.csv`), pieces);
    },
    limited,
  );
}

export const officeRoutes: Routes = (app) => {
  for (const name of Object.keys(officeLists) as (keyof typeof officeLists)[]) {
    mountList(app, officeLists[name], listSources[name]);
  }

  mountPrivate(app, officeFigure, async ({ deps, query }) => ({ data: await readFigure(deps, query) }), limited);

  mountPrivateRaw(
    app,
    officeFigureFile,
    async ({ deps, actor, query, context }) => {
      const headers = fileHeaders('text/csv; charset=utf-8', `${query.name}.csv`);
      return context.body(await exportFigure(deps, actor, query), 200, headers);
    },
    limited,
  );

  mountPrivate(
    app,
    officeOverview,
    async ({ deps, actor }) => ({
      data: { sanctionsList: describeSanctionsList(deps, actor), queues: await readOverview(deps, actor) },
    }),
    limited,
  );

  mountPrivate(
    app,
    officeSearch,
    async ({ deps, actor, query, requestContext: { locale } }) => ({
      data: { found: await searchOffice(deps, actor, query.q, locale) },
    }),
    limited,
  );
};
