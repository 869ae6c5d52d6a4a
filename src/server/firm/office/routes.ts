import { findEquity } from '#server/accounts/summary/read-equity.ts';
import { readEvidence } from '#server/billing/chargebacks/read-evidence.ts';
import { notFound } from '#server/core/deps.ts';
import { sendCsv, streamCsv } from '#server/core/http/file-headers.ts';
import type { Mount, Routes } from '#server/core/http/mount.ts';
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

function mountList(mount: Mount, list: OfficeList, source: ListSource): void {
  mount(list.page, ({ deps, actor: { roles }, query, requestContext: { locale } }) =>
    readPage(deps, source, query, { locale, roles }),
  );

  mount(list.record, async ({ deps, actor: { roles }, query, requestContext: { locale } }) => ({
    row: await getRecord(deps, source, query.id, { locale, roles }),
  }));

  mount(list.file, async ({ deps, actor, query, context, requestContext: { locale } }) => {
    const pieces = exportList(deps, actor, source, { list, filter: query, locale });
    return streamCsv(context, actor, list.name, pieces);
  });
}

export const officeRoutes: Routes = ({ mount }) => {
  for (const name of Object.keys(officeLists) as (keyof typeof officeLists)[]) {
    mountList(mount, officeLists[name], listSources[name]);
  }

  mount(chargebackEvidence, ({ deps, query }) => readEvidence(deps, query.disputeId));
  mount(officeEquity, async ({ deps, query }) => {
    const history = await findEquity(deps.db, query.accountId);
    if (!history) throw notFound();
    return history;
  });
  mount(officeFigure, ({ deps, query }) => readFigure(deps, query));

  mount(officeFigureFile, async ({ deps, actor, query, context }) => {
    return sendCsv(context, query.name, await exportFigure(deps, actor, query));
  });

  mount(officeOverview, async ({ deps, actor }) => ({
    sanctionsList: describeSanctionsList(deps, actor),
    queues: await readOverview(deps, actor),
    money: await readMoney(deps, actor),
  }));

  mount(officeSearch, async ({ deps, actor, query, requestContext: { locale } }) => ({
    found: await searchOffice(deps, actor, query.q, locale),
  }));
};
