import { type Catalog, findEvaluation, getAccountRules, getPayoutVersion } from '#content/catalog.ts';
import { hourMs } from '#lib/durations.ts';
import { issueInvoice } from '#server/billing/invoices/issue.ts';
import { startSubscription } from '#server/billing/subscriptions/start.ts';
import { taxColumns } from '#server/catalog/tax.ts';
import { getLockedRow, getRow, updateRow } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx } from '#server/core/deps.ts';
import { getMarket } from '#server/core/market.ts';
import { pickOrderNumber } from '#server/orders/pick-number.ts';
import { getProduct } from '#server/orders/products/registry.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { makeSampleRecord } from '#server/reviews/seed-sample.ts';
import { rulesForPhase } from '#shared/accounts/rules/for-phase.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import type { Market } from '#shared/trading/index.ts';
import { compactAccounts } from './feed/compact.ts';
import { ingestInTransaction } from './feed/ingest.ts';
import { checkInactivity } from './lifecycle/check-inactivity.ts';
import { openAccount } from './lifecycle/open.ts';
import { type History, makeEnded, makeFresh, makeInactive, makeRunning, type Scene } from './seed-histories.ts';

type DemoAccount = {
  readonly orderId: string;
  readonly packageId: string;
  readonly platform: PlatformName;
  /** The order of the passed evaluation behind a funded account. */
  readonly follows?: string;
  /** Whether its owner stopped paying when its history ends. */
  readonly isCanceled?: boolean;
  /** `winningDayCents` is what a funded account's day needs to count toward a payout. */
  makeHistory(scene: Scene, winningDayCents: number): History;
};

/** The demo's accounts were bought before the rules on sale. */
const demoRulesVersion = 'v1';

const rows: readonly (Omit<DemoAccount, 'orderId'> & Partial<Pick<DemoAccount, 'orderId'>>)[] = [
  { packageId: 'classic-100k', platform: 'rithmic', makeHistory: (scene) => makeEnded(scene, 'demo-1', 'passes', 24) },
  { packageId: 'classic-25k', platform: 'rithmic', makeHistory: (scene) => makeEnded(scene, 'demo-3', 'fails', 8) },
  { packageId: 'ascension-25k', platform: 'rithmic', makeHistory: (scene) => makeEnded(scene, 'demo-2', 'passes', 8) },
  { packageId: 'premium-50k', platform: 'rithmic', isCanceled: true, makeHistory: makeSampleRecord },
  {
    ...{ packageId: 'classic-50k', platform: 'rithmic' },
    makeHistory: (scene) => makeRunning(scene, 'demo-1', [0.14, 0.27, -0.05, 0.3]),
  },
  {
    ...{ orderId: 'demo-order-funded-100k', packageId: 'classic-100k', platform: 'rithmic' },
    follows: 'demo-order-classic-100k',
    makeHistory: (scene, winningDayCents) => makeRunning(scene, 'demo-7', [0.16, 0.14, 0.1], winningDayCents),
  },
  { packageId: 'ascension-100k', platform: 'dxfeed', makeHistory: (scene) => makeInactive(scene, 'demo-9', 26) },
  { packageId: 'merit-25k', platform: 'dxfeed', makeHistory: (scene) => makeRunning(scene, 'demo-6', [0.2, 0.15]) },
  { packageId: 'ascension-50k', platform: 'dxfeed', makeHistory: (scene) => makeFresh(scene, 'demo-8', 25) },
];

/** By purchase date, oldest first. The random seeds give histories that show how the rules work. */
export const demoAccounts: readonly DemoAccount[] = rows.map((row) => ({
  orderId: `demo-order-${row.packageId}`,
  ...row,
}));

/** Seeds a person's accounts with real events, dated relative to now. Each account is created once. */
export async function seedAccounts(deps: Deps, email: string): Promise<void> {
  const person = await deps.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst();
  if (!person || !deps.platform.isSimulated) return;
  const now = deps.clock().getTime();
  for (const demo of demoAccounts) {
    const { evaluation, history } = makeDemoHistory(deps.catalog, getMarket(deps), demo, now);
    const priceCents = demo.follows === undefined ? evaluation.priceCents : (evaluation.activationPriceCents ?? 0);
    const parent =
      demo.follows === undefined
        ? undefined
        : await getRow(deps.db, 'trading_account', { order_id: demo.follows }, ['id']);
    const sold = { ...demo, accountId: parent?.id ?? null };
    await deps.db.transaction().execute((trx) => insertOrder(deps, trx, sold, person, priceCents, history.openedAt));
    const atOpening: Deps = { ...deps, clock: () => history.openedAt };
    const order = await getRow(deps.db, 'orders', demo.orderId);
    const { accountId } = await openAccount(
      atOpening,
      { ...order, person_id: person.id },
      parent && { parentId: parent.id },
    );
    // A passed evaluation is no longer charged.
    if (!history.passed && demo.isCanceled !== true) {
      const plan = getProduct(order.kind).findPlan(deps.catalog, order.package_id);
      await deps.db.transaction().execute((trx) => startSubscription(atOpening, trx, order, plan, accountId));
    }
    await storeHistory(deps, accountId, history);
    if (demo.isCanceled === true) await cancelAccount(deps, accountId, history);
  }
  await compactAccounts(deps);
  await checkInactivity(deps);
}

/** What happened in an account of the demo before `now`. */
export function makeDemoHistory(catalog: Catalog, market: Market, demo: DemoAccount, now: number) {
  const evaluation = findEvaluation(catalog, demo.packageId);
  if (!evaluation) throw new Error(`The demo wants ${demo.packageId}, which is not in the catalog`);
  const bought = getAccountRules(catalog, demoRulesVersion, evaluation.program, evaluation.size);
  const rules = demo.follows === undefined ? bought : rulesForPhase(bought, 'funded');
  const { winningDayMinimumCents } = getPayoutVersion(catalog, demoRulesVersion);
  return { evaluation, rules, history: demo.makeHistory({ market, rules, now }, winningDayMinimumCents) };
}

type DemoOrder = Omit<DemoAccount, 'makeHistory'> & {
  readonly kind?: 'thor' | 'performance-review';
  readonly accountId?: string | null;
};

/** A paid order with its invoice. @returns undefined if the order exists */
export async function insertOrder(
  deps: Deps,
  trx: Trx,
  demo: DemoOrder,
  person: { id: string; email: string; first_name: string; last_name: string; country: string; locale: string },
  priceCents: number,
  openedAt: Date,
): Promise<OrderRow | undefined> {
  const inserted = await trx
    .insertInto('orders')
    .values({
      id: demo.orderId,
      number: await pickOrderNumber(trx),
      purchase_id: demo.orderId,
      session_id: newId(),
      kind: demo.kind ?? (demo.follows === undefined ? 'evaluation' : 'funded-activation'),
      status: 'fulfilled',
      person_id: person.id,
      email: person.email,
      first_name: person.first_name,
      last_name: person.last_name,
      country: person.country,
      locale: person.locale,
      package_id: demo.packageId,
      account_id: demo.accountId ?? null,
      platform: demo.platform,
      rules_version: demoRulesVersion,
      lines: JSON.stringify([{ item: 'package', amountCents: priceCents }]),
      coupon: null,
      total_cents: priceCents,
      ...taxColumns(deps, { country: person.country, postalCode: null, vatNumber: null }),
      currency: deps.catalog.packages.currency,
      consents: JSON.stringify([]),
      idempotency_scope: 'demo',
      idempotency_key: demo.orderId,
      request_hash: '',
      payment_provider: 'sandbox',
      payment_session_id: null,
      payment_url: null,
      created_at: openedAt,
      expires_at: new Date(openedAt.getTime() + hourMs),
      paid_at: openedAt,
      fulfilled_at: openedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) await issueInvoice({ ...deps, clock: () => openedAt }, trx, inserted);
  return inserted;
}

/** Ends an account like a canceled subscription, but without sending mails. */
async function cancelAccount(deps: Deps, accountId: string, { delivered, openedAt }: History): Promise<void> {
  await deps.db
    .updateTable('trading_account')
    .set({ ended_at: new Date(delivered.at(-1)?.event.at ?? openedAt), end_reason: 'canceled' })
    .where('id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Stores events and trader together; skips an account that already has events. */
async function storeHistory(deps: Deps, accountId: string, history: History): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const account = await getLockedRow(trx, 'trading_account', accountId, ['sequence']);
    if (account.sequence > 0) return;
    await ingestInTransaction(deps, trx, accountId, history.delivered);
    await updateRow(
      trx,
      'simulated_trader',
      { account_id: accountId },
      {
        trader: JSON.stringify(history.trader),
        issued: history.issued,
        trading: history.trader.trade !== null,
        ticked_at: deps.clock(),
        started_at: deps.clock(),
      },
    );
  });
}
