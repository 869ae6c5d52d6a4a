import { settleDifference } from '#server/accounts/balance-differences/settle.ts';
import { decideBreachDispute } from '#server/accounts/breach/decide-dispute.ts';
import { dismissParkedItem } from '#server/accounts/feed/dismiss-parked.ts';
import { findEquity } from '#server/accounts/summary/read-equity.ts';
import { readEvidence } from '#server/billing/chargebacks/read-evidence.ts';
import { previewOrderRefund, refundByOperator } from '#server/billing/refunds/refund-by-operator.ts';
import { addCoupon } from '#server/catalog/edit-coupons.ts';
import { startDiscount } from '#server/catalog/edit-discounts.ts';
import { endCode } from '#server/catalog/end-code.ts';
import { readCatalog } from '#server/catalog/read-for-office.ts';
import { notFound } from '#server/core/deps.ts';
import { sendCsv, streamCsv } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { retryFailedJob } from '#server/core/jobs/retry.ts';
import { resendMail } from '#server/messages/mail/resend.ts';
import { exportList } from '#server/office/export-list.ts';
import { getRecord, type ListSource, readPage } from '#server/office/lists/read-list.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import { officeEquity } from '#shared/accounts/contract-equity.ts';
import { chargebackEvidence } from '#shared/billing/contract-evidence.ts';
import { createCoupon, endCoupon } from '#shared/catalog/contract-coupons.ts';
import { createDiscount, endDiscount } from '#shared/catalog/contract-discounts.ts';
import { officeCatalog } from '#shared/catalog/contract-office.ts';
import { type BulkActionName, bulkActions } from '#shared/firm/bulk-actions.ts';
import * as closures from '#shared/firm/contract-closure.ts';
import * as corrections from '#shared/firm/contract-corrections.ts';
import { officeFigure, officeFigureFile } from '#shared/firm/contract-figures.ts';
import { officeOverview, officePerson, officeSearch } from '#shared/firm/contract-office.ts';
import * as views from '#shared/firm/contract-saved-views.ts';
import { officeLists } from '#shared/firm/lists.ts';
import type { OfficeList } from '#shared/office/define-list.ts';
import { decideClosure, requestClosure } from '../closure/decide.ts';
import { startDryRun } from '../closure/dry-run.ts';
import { readClosurePlan } from '../closure/read-plan.ts';
import { previewBulk, runBulk } from './bulk.ts';
import { exportFigure } from './figures/export.ts';
import { readFigure } from './figures/read.ts';
import { listSources } from './lists.ts';
import { describeSanctionsList, readMoney, readOverview } from './read-overview.ts';
import { readPerson } from './read-person.ts';
import { deleteView, listSavedViews, renameView, saveView } from './saved-views.ts';
import { searchOffice } from './search.ts';

function mountList({ mount, deps }: Parameters<Routes>[0], list: OfficeList, source: ListSource): void {
  mount(list.page, ({ actor: { roles }, query, requestContext: { locale } }) =>
    readPage(deps, source, query, { locale, roles }),
  );

  mount(list.record, async ({ actor: { roles }, query, requestContext: { locale } }) => ({
    row: await getRecord(deps, source, query.id, { locale, roles }),
  }));

  mount(list.file, async ({ actor, query, context, requestContext: { locale } }) => {
    const pieces = exportList(deps, actor, source, { list, filter: query, locale });
    return streamCsv(context, actor, list.name, pieces);
  });
}

export const officeRoutes: Routes = (server) => {
  const { mount, deps } = server;
  for (const name of Object.keys(officeLists) as (keyof typeof officeLists)[]) {
    mountList(server, officeLists[name], listSources[name]);
  }

  mount(chargebackEvidence, ({ query }) => readEvidence(deps, query.disputeId));
  mount(officeEquity, async ({ query }) => {
    const history = await findEquity(deps.db, query.accountId);
    if (!history) throw notFound();
    return history;
  });
  mount(officeFigure, ({ query }) => readFigure(deps, query));

  mount(officeFigureFile, async ({ actor, query }) => sendCsv(query.name, await exportFigure(deps, actor, query)));

  mount(officeOverview, async ({ actor }) => ({
    sanctionsList: describeSanctionsList(deps, actor),
    queues: await readOverview(deps, actor),
    money: await readMoney(deps, actor),
  }));

  mount(officePerson, ({ actor, query, requestContext: { locale } }) =>
    readPerson(deps, actor, query.personId, locale),
  );

  mount(officeSearch, async ({ actor, query, requestContext: { locale } }) => ({
    found: await searchOffice(deps, actor, query.q, locale),
  }));

  for (const name of Object.keys(bulkActions) as BulkActionName[]) {
    const { preview, run } = bulkActions[name];
    mount(preview, ({ actor, body }) => previewBulk(deps, actor, name, body));
    mount(run, ({ actor, body, idempotencyKey }) => runBulk(deps, actor, name, body, idempotencyKey));
  }
  mount(officeCatalog, () => readCatalog(deps));
  mount(views.listSavedViews, async ({ actor, query }) => ({ views: await listSavedViews(deps, actor, query.list) }));
  mount(views.saveView, ({ actor, body }) => saveView(deps, actor, body));
  mount(views.renameView, ({ actor, body }) => renameView(deps, actor, body));
  mount(views.deleteView, ({ actor, body }) => deleteView(deps, actor, body.viewId));

  mount(closures.closurePlan, () => readClosurePlan(deps));
  mount(closures.startClosureDryRun, ({ actor }) => startDryRun(deps, actor));
  mount(closures.requestClosure, ({ actor, body }) => requestClosure(deps, actor, body));
  mount(closures.decideClosure, ({ actor, body }) => decideClosure(deps, actor, body));

  mount(corrections.retryJob, ({ actor, body }) => retryFailedJob(deps, actor, body.jobId));
  mount(corrections.resendMail, ({ actor, body }) => resendMail(deps, actor, body.mailId));
  mount(corrections.previewRefund, ({ query }) => previewOrderRefund(deps, query.orderId));
  mount(corrections.refundOrder, ({ actor, body }) => refundByOperator(deps, actor, body));

  mount(corrections.settleDifference, async ({ actor, body }) => {
    await requireConfirmed(deps, actor);
    return await settleDifference(deps, `person:${actor.personId}`, body);
  });

  mount(corrections.dismissParked, async ({ actor, body }) => {
    await requireConfirmed(deps, actor);
    await dismissParkedItem(deps, actor, body);
  });

  mount(createCoupon, ({ actor, body }) => addCoupon(deps, actor, body));
  mount(endCoupon, ({ actor, body }) => endCode(deps, actor, 'coupon', body.couponId));
  mount(createDiscount, ({ actor, body }) => startDiscount(deps, actor, body));
  mount(endDiscount, ({ actor, body }) => endCode(deps, actor, 'discount', body.discountId));
  mount(corrections.decideDispute, ({ actor, body }) => decideBreachDispute(deps, actor, body));
};
