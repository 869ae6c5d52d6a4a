import type { output } from 'zod/mini';
import { type EvaluationPackage, getAccountRules } from '../../../content/catalog.ts';
import type { accountDetails } from '../../../contract/account-details.ts';
import { deedsOf, stageOf } from '../../../domain/account/life.ts';
import { countTradedDays } from '../../../domain/account/objectives.ts';
import { addMonths } from '../../../domain/calendar/months.ts';
import { ruleLines } from '../../../domain/rules/differences.ts';
import { rulesForPhase } from '../../../domain/rules/for-phase.ts';
import type { StoredAccount } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { getOwnAccount } from './find-own.ts';
import { judgeAccountPayout } from './judge-payout.ts';
import { rulesOf } from './rules-of.ts';

type Details = output<typeof accountDetails.data>;

/** What belongs to an account besides its figures. @throws {ServiceError} 404 for another person's */
export async function describeAccount(deps: Deps, personId: string, accountId: string): Promise<Details> {
  const account = await getOwnAccount(deps, personId, accountId);
  const [orders, funded, payout] = await Promise.all([
    findOrders(deps, account),
    deps.db.selectFrom('trading_account').select('id').where('parent_id', '=', accountId).executeTakeFirst(),
    judgeAccountPayout(deps, account),
  ]);
  const { packages } = deps.catalog;
  const bought = orders.find((order) => order.id === account.order_id);
  const packageId = bought?.package_id ?? '';
  const evaluation = packages.evaluations.find(({ id }) => id === packageId);
  const stage = stageOf({
    phase: account.phase,
    status: account.state.status,
    activated: funded !== undefined,
    ended: account.ended_why,
  });
  const isMonthly = evaluation?.billing === 'monthly' && account.parent_id === null;
  return {
    accountId,
    packageId,
    performanceReviewId: packages.performanceReview.id,
    platformUser: account.platform_user,
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
    nextBill: isMonthly && account.ended_at === null ? nextBillOf(evaluation, bought?.paid_at, deps.clock()) : null,
    payout: { ...payout, reasons: [...payout.reasons] },
    deeds: [
      ...deedsOf({
        stage,
        hasReset: evaluation !== undefined && evaluation.resetPriceCents !== null,
        hasActivation: evaluation !== undefined && evaluation.activationPriceCents !== null,
        isMonthly,
        tradedDays: countTradedDays(account.state.days),
        mayWithdraw: payout.eligible,
      }),
    ],
  };
}

async function findOrders(deps: Deps, account: StoredAccount) {
  return deps.db
    .selectFrom('orders')
    .select(['id', 'session_id', 'status', 'package_id', 'total_cents', 'created_at', 'paid_at'])
    .where('id', '=', account.order_id)
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

/** Counted in whole months from the payment, so that the 31st does not creep towards the 28th. */
function nextBillOf(evaluation: EvaluationPackage, paidAt: Date | null | undefined, now: Date): Details['nextBill'] {
  if (!paidAt) return null;
  let months = 1;
  while (addMonths(paidAt, months) <= now) months += 1;
  return { at: addMonths(paidAt, months).getTime(), amountCents: evaluation.priceCents };
}
