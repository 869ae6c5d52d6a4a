import type { output } from 'zod/mini';
import { getAccountRules } from '../../../content/catalog.ts';
import type { accountDetails } from '../../../contract/account-details.ts';
import { actionsOf, stageOf } from '../../../domain/account/lifecycle.ts';
import { countTradedDays } from '../../../domain/account/objectives.ts';
import { ruleLines } from '../../../domain/rules/differences.ts';
import { rulesForPhase } from '../../../domain/rules/for-phase.ts';
import type { StoredAccount } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { findHeartbeat } from '../feed/heartbeat.ts';
import { findSubscriptionOf } from '../products/guards.ts';
import { evaluateAccountPayout } from './evaluate-payout.ts';
import { getOwnAccount } from './find-own.ts';
import { listAdjustments } from './list-adjustments.ts';
import { rulesOf } from './rules-of.ts';

type Details = output<typeof accountDetails.data>;

const shownOrders = 12;

/** What belongs to an account besides its figures. @throws {ServiceError} 404 for another person's */
export async function describeAccount(deps: Deps, personId: string, accountId: string): Promise<Details> {
  const account = await getOwnAccount(deps, personId, accountId);
  const [orders, subscription, resets, funded, payout, adjustments] = await Promise.all([
    findOrders(deps, account),
    findSubscriptionOf(deps, accountId),
    deps.db.selectFrom('funded_account').select('resets_left').where('account_id', '=', accountId).executeTakeFirst(),
    deps.db.selectFrom('trading_account').select('id').where('parent_id', '=', accountId).executeTakeFirst(),
    evaluateAccountPayout(deps, account),
    listAdjustments(deps, accountId),
  ]);
  const { packages } = deps.catalog;
  const bought = orders.find((order) => order.id === account.order_id);
  const packageId = bought?.package_id ?? '';
  const evaluation = packages.evaluations.find(({ id }) => id === packageId);
  const isSuspended = account.suspended_at !== null;
  const stage = stageOf({
    phase: account.phase,
    status: account.state.status,
    activated: funded !== undefined,
    ended: account.ended_why,
    suspended: isSuspended,
  });
  const renewing = subscription?.renews && subscription.status !== 'ended' && subscription.cancelled_at === null;
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
      sessionId: order.session_id,
      status: order.status,
      packageId: order.package_id,
      totalCents: order.total_cents,
      createdAt: order.created_at.getTime(),
    })),
    nextBill: renewing ? { at: subscription.period_ends_at.getTime(), amountCents: subscription.amount_cents } : null,
    payout: { ...payout, reasons: [...payout.reasons] },
    adjustments: adjustments.map(({ at, amountCents, cause }) => ({ at, amountCents, cause })).reverse(),
    actions: [
      ...actionsOf({
        stage,
        isEnded: account.ended_at !== null,
        isSuspended,
        hasReset: resets === undefined ? (evaluation?.resetPriceCents ?? null) !== null : resets.resets_left > 0,
        hasActivation: evaluation !== undefined && evaluation.activationPriceCents !== null,
        isMonthly: renewing === true,
        tradedDays: countTradedDays(account.state.days),
        mayWithdraw: payout.eligible,
      }),
    ],
  };
}

async function findOrders(deps: Deps, account: StoredAccount) {
  return deps.db
    .selectFrom('orders')
    .select(['id', 'session_id', 'status', 'package_id', 'total_cents', 'created_at'])
    .where((eb) => eb.or([eb('id', '=', account.order_id), eb('account_id', '=', account.id)]))
    .orderBy('created_at', 'desc')
    .limit(shownOrders)
    .execute();
}

/** The rules as bought, each beside what it is in the version sold today. */
export function describeRules(deps: Deps, account: StoredAccount): Details['rules'] {
  const { packages, rules } = deps.catalog;
  const isSold = rules[packages.rulesVersion]?.programmes[account.programme]?.[account.size] !== undefined;
  const bought = rulesOf(deps.catalog, account);
  const today = isSold
    ? rulesForPhase(
        getAccountRules(deps.catalog, packages.rulesVersion, account.programme, account.size),
        account.phase,
      )
    : bought;
  const now = new Map(ruleLines(today).map((line) => [line.field, line.value]));
  return ruleLines(bought).map((line) => ({ ...line, today: now.get(line.field) ?? null }));
}
