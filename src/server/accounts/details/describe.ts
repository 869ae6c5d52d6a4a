import { sql } from 'kysely';
import type { output } from 'zod/mini';
import { getAccountRules } from '#content/catalog.ts';
import { renewsAgain } from '#server/billing/subscriptions/find.ts';
import { isNotNull, listRows } from '#server/core/database/rows.ts';
import type { Actor, Deps } from '#server/core/deps.ts';
import { readOrderContext } from '#server/orders/products/order-context.ts';
import { evaluateAccountPayout } from '#server/payouts/request/evaluate.ts';
import { listPayoutSteps } from '#server/payouts/request/list-steps.ts';
import { listReviews } from '#server/reviews/list.ts';
import { listConductCases } from '#server/risk/conduct/list.ts';
import { listOpenRequests } from '#server/risk/document-requests/list-own.ts';
import type { accountDetails } from '#shared/accounts/contract-details.ts';
import { stopsAccount } from '#shared/accounts/halt.ts';
import { closesWithinPaidPeriod } from '#shared/accounts/inactivity.ts';
import { actionsOf } from '#shared/accounts/lifecycle.ts';
import { findRiskStop } from '#shared/accounts/risk-action.ts';
import { ruleLines } from '#shared/accounts/rules/differences.ts';
import { rulesForPhase } from '#shared/accounts/rules/for-phase.ts';
import { listRunningHalts } from '../access/running-halts.ts';
import { listDifferences } from '../balance-differences/list.ts';
import { findHeartbeat } from '../feed/heartbeat.ts';
import { getOwnAccount } from '../get-own-account.ts';
import { findInactivity } from '../inactivity/find.ts';
import { rulesOf } from '../rules-of.ts';
import { findDataAgreement } from '../summary/find-data-agreement.ts';
import { listAdjustments } from '../summary/list-adjustments.ts';
import type { StoredAccount } from '../tables.ts';

type Details = output<typeof accountDetails.data>;

const maxRiskActions = 20;
const maxOrders = 12;

/** An account's details besides its figures. @throws {ServiceError} 404 for another person's account */
export async function describeAccount(
  deps: Deps,
  { personId, onlyReads }: Pick<Actor, 'personId' | 'onlyReads'>,
  accountId: string,
): Promise<Details> {
  const account = await getOwnAccount(deps, personId, accountId);
  const [
    orders,
    { orderContext: facts, packageId, subscription, paidUntil },
    payout,
    payoutSteps,
    adjustments,
    differences,
    conduct,
    suspensions,
    riskActions,
    documentRequests,
    halts,
    reviews,
    inactivity,
    dataAgreement,
  ] = await Promise.all([
    findOrders(deps, account),
    readOrderContext(deps, account),
    evaluateAccountPayout(deps, account),
    listPayoutSteps(deps, account),
    listAdjustments(deps, accountId),
    listDifferences(deps, accountId),
    listConductCases(deps, accountId),
    findSuspensions(deps, accountId),
    findRiskActions(deps, accountId),
    listOpenRequests(deps, accountId),
    listRunningHalts(deps.db),
    listReviews(deps, accountId),
    findInactivity(deps.db, accountId),
    findDataAgreement(deps, accountId),
  ]);
  const isStopped = account.ended_at === null && halts.some((halt) => stopsAccount(halt, account));
  const { packages } = deps.catalog;
  return {
    accountId,
    packageId,
    performanceReviewId: packages.performanceReview.id,
    platformUser: account.platform_user,
    platformSeenAt: account.simulated ? null : await findHeartbeat(deps, account.platform),
    boughtVersion: account.rules_version,
    todayVersion: packages.rulesVersion,
    rules: describeRules(deps, account),
    orders: orders.map((order) => ({
      orderId: order.id,
      sessionId: onlyReads ? null : order.session_id,
      status: order.status,
      packageId: order.package_id,
      totalCents: order.total_cents,
      createdAt: order.created_at.getTime(),
    })),
    reviews,
    nextBill:
      renewsAgain(subscription) &&
      paidUntil !== null &&
      !closesWithinPaidPeriod(inactivity?.closeAt ?? null, paidUntil.getTime())
        ? { at: paidUntil.getTime(), amountCents: subscription.amount_cents }
        : null,
    payout: { ...payout, reasons: [...payout.reasons], ...payoutSteps },
    adjustments: adjustments.map(({ at, amountCents, cause }) => ({ at, amountCents, cause })).reverse(),
    differences,
    dataAgreement,
    suspendedFor: [...suspensions.map(({ reason }) => reason), ...(isStopped ? (['halt'] as const) : [])],
    inactivity: account.ended_at === null ? inactivity : null,
    riskActions,
    riskStop: findRiskStop(suspensions),
    documentRequests,
    conduct,
    actions: [...actionsOf(facts, payout.eligible)],
  };
}

async function findSuspensions(deps: Deps, accountId: string) {
  const rows = await deps.db
    .selectFrom('account_suspension as suspension')
    .leftJoin('risk_action as action', (join) =>
      join
        .onRef('action.account_id', '=', 'suspension.account_id')
        .on(sql<boolean>`suspension.source = 'risk:' || action.id`),
    )
    .select(['suspension.reason', 'suspension.until', 'action.cause', 'action.applied_at'])
    .where('suspension.account_id', '=', accountId)
    .where((eb) => eb.or([eb('suspension.until', 'is', null), eb('suspension.until', '>', deps.clock())]))
    .orderBy('suspension.since')
    .orderBy('suspension.source')
    .execute();
  return rows.map(({ reason, until, cause, applied_at: at }) => ({
    reason,
    until: until?.getTime() ?? null,
    action: cause === null ? null : { cause, at: at?.getTime() ?? 0 },
  }));
}

/** Risk actions applied to the account, newest first. The trader doesn't see requests that weren't approved. */
async function findRiskActions(deps: Deps, accountId: string): Promise<Details['riskActions']> {
  const rows = await listRows(
    deps.db,
    'risk_action',
    { account_id: accountId, applied_at: isNotNull },
    ['id', 'kind', 'cause', 'applied_at', 'until'],
    { orderBy: ['applied_at desc', 'id'], limit: maxRiskActions },
  );
  return rows.map(({ applied_at: at, until, ...action }) => ({
    ...action,
    at: at?.getTime() ?? 0,
    until: until?.getTime() ?? null,
  }));
}

async function findOrders(deps: Deps, account: StoredAccount) {
  return deps.db
    .selectFrom('orders')
    .select(['id', 'session_id', 'status', 'package_id', 'total_cents', 'created_at'])
    .where((eb) => eb.or([eb('id', '=', account.order_id), eb('account_id', '=', account.id)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxOrders)
    .execute();
}

export function describeRules(deps: Deps, account: StoredAccount): Details['rules'] {
  const { packages, rules } = deps.catalog;
  const isOnSale = rules[packages.rulesVersion]?.programmes[account.program]?.[account.size] !== undefined;
  const bought = rulesOf(deps.catalog, account);
  const today = isOnSale
    ? rulesForPhase(getAccountRules(deps.catalog, packages.rulesVersion, account.program, account.size), account.phase)
    : bought;
  const todayValues = new Map(ruleLines(today).map((line) => [line.field, line.value]));
  return ruleLines(bought).map((line) => ({ ...line, today: todayValues.get(line.field) ?? null }));
}
