import { readEquity } from '#server/accounts/event-log/read-equity.ts';
import { readEvidence } from '#server/billing/chargebacks/read-evidence.ts';
import type { App, Routes } from '#server/core/http/context.ts';
import { sendCsv, streamCsv } from '#server/core/http/file-headers.ts';
import { mountPrivate, mountPrivateRaw } from '#server/core/http/mount.ts';
import { exportList } from '#server/office/export-list.ts';
import { getRecord, type ListSource, readPage } from '#server/office/lists/read-list.ts';
import { officeEquity } from '#shared/accounts/contract-equity.ts';
import { chargebackEvidence } from '#shared/billing/contract-evidence.ts';
import { officeFigure, officeFigureFile } from '#shared/firm/contract-figures.ts';
import { officeOverview, officeSearch } from '#shared/firm/contract-office.ts';
import { officeLists } from '#shared/firm/lists.ts';
import type { OfficeList } from '#shared/office/define-list.ts';
import { exportFigure } from './figures/export.ts';
import { readFigure } from './figures/read.ts';
import { listSources } from './lists.ts';
import { describeSanctionsList, readMoney, readOverview } from './read-overview.ts';
import { searchOffice } from './search.ts';

function mountList(app: App, list: OfficeList, source: ListSource): void {
  mountPrivate(app, list.page, async ({ deps, actor: { roles }, query, requestContext: { locale } }) => ({
    data: await readPage(deps, source, query, { locale, roles }),
  }));

  mountPrivate(app, list.record, async ({ deps, actor: { roles }, query, requestContext: { locale } }) => ({
    data: { row: await getRecord(deps, source, query.id, { locale, roles }) },
  }));

  mountPrivateRaw(app, list.file, async ({ deps, actor, query, context, requestContext: { locale } }) => {
    const pieces = exportList(deps, actor, source, { list, filter: query, locale });
    return streamCsv(context, actor, list.name, pieces);
  });
}

export const officeRoutes: Routes = (app) => {
  for (const name of Object.keys(officeLists) as (keyof typeof officeLists)[]) {
    mountList(app, officeLists[name], listSources[name]);
  }

  mountPrivate(app, chargebackEvidence, async ({ deps, query }) => ({
    data: await readEvidence(deps, query.disputeId),
  }));

  mountPrivate(app, officeEquity, async ({ deps, query }) => ({
    data: { points: [...(await readEquity(deps, query.accountId))] },
  }));

  mountPrivate(app, officeFigure, async ({ deps, query }) => ({ data: await readFigure(deps, query) }));

  mountPrivateRaw(app, officeFigureFile, async ({ deps, actor, query, context }) => {
    return sendCsv(context, query.name, await exportFigure(deps, actor, query));
  });

  mountPrivate(app, officeOverview, async ({ deps, actor }) => ({
    data: {
      sanctionsList: describeSanctionsList(deps, actor),
      queues: await readOverview(deps, actor),
      money: await readMoney(deps, actor),
    },
  }));

  mountPrivate(app, officeSearch, async ({ deps, actor, query, requestContext: { locale } }) => ({
    data: { found: await searchOffice(deps, actor, query.q, locale) },
  }));
};
