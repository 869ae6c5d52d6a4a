import type { Catalog } from '#content/catalog.ts';
import { dayMs } from '#lib/durations.ts';
import { pathTo } from '#routes.ts';
import { insertOnce } from '#server/core/database/rows.ts';
import { type Deps, writeAudit } from '#server/core/deps.ts';
import { encryptText, sha256 } from '#server/core/encryption.ts';
import { addNotification } from '#server/messages/notifications/add.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { createState } from '#shared/accounts/engine.ts';
import { firstInactivityCheck } from '#shared/accounts/inactivity.ts';
import type { AccountPhase } from '#shared/accounts/lifecycle.ts';
import { listRunningHalts } from '../access/running-halts.ts';
import { enqueueAccessSync } from '../access/suspend.ts';
import { publishAccountChange } from '../event-log/channel.ts';
import { nameAccount } from '../name.ts';
import {
  type AccountSelection,
  type PlatformAccount,
  PlatformPending,
  PlatformRefused,
} from '../ports/platform/platform.ts';
import { rulesOf } from '../rules-of.ts';
import { insertTrader } from '../simulator/simulated-traders.ts';

type WaitingOrder = { readonly id: string; readonly person_id: string };

type Word = { readonly status: 'pending' | 'failed'; readonly reason: string; readonly until: number | null };

type OrderToOpen = WaitingOrder & Pick<OrderRow, 'platform' | 'package_id' | 'rules_version'>;

/** Derived from the order's id, so that a retry after a crash requests the same account. */
function accountIdOf(orderId: string): string {
  return sha256(`account:${orderId}`).slice(0, 22);
}

/** The passed evaluation behind a funded account. */
type Predecessor = { readonly parentId: string };

/**
 * Opens a paid order's account, or returns the existing one. The platform is called outside any transaction; its
 * answer is stored once, even with concurrent runs.
 */
export async function openAccount(
  deps: Deps,
  order: OrderToOpen,
  predecessor?: Predecessor,
): Promise<{ accountId: string }> {
  const existing = await findByOrder(deps, order.id);
  if (existing) return existing;

  const { program, size, trialDays } = getOpenablePackage(deps.catalog, order);
  const phase = firstPhase(program, predecessor);
  const rules = rulesOf(deps.catalog, { program, size, phase, rules_version: order.rules_version });
  const person = await deps.db
    .selectFrom('person')
    .select(['email', 'first_name', 'last_name', 'country', 'locale'])
    .where('id', '=', order.person_id)
    .executeTakeFirstOrThrow();

  const accountId = accountIdOf(order.id);
  const { platform } = order;
  const opened = await requestOpening(deps, order, {
    ...{ accountId, platform, rules, email: person.email },
    ...{ firstName: person.first_name, lastName: person.last_name, country: person.country, locale: person.locale },
  });

  const openedAt = deps.clock();
  const { inactivity } = deps.catalog.packages.accounts;
  await deps.db.transaction().execute(async (trx) => {
    const stored = await insertOnce(trx, 'trading_account', {
      id: accountId,
      person_id: order.person_id,
      order_id: order.id,
      platform,
      platform_account_id: opened.platformAccountId,
      platform_user: opened.user,
      platform_secret: encryptText(deps.keys, `account:${accountId}`, opened.secret),
      simulated: deps.platform.isSimulated,
      program,
      size,
      rules_version: order.rules_version,
      state: JSON.stringify(createState(rules)),
      open_day: null,
      phase,
      parent_id: predecessor?.parentId ?? null,
      expires_at: trialDays === null ? null : new Date(openedAt.getTime() + trialDays * dayMs),
      opened_at: openedAt,
      activity_from: openedAt,
      inactivity_due_at: trialDays === null ? new Date(firstInactivityCheck(inactivity, openedAt.getTime())) : null,
    });
    await trx.deleteFrom('platform_opening').where('order_id', '=', order.id).execute();
    if (!stored) return;
    if (deps.platform.isSimulated) await insertTrader(trx, accountId, rules, openedAt);
    await writeAudit(deps, trx, 'system', 'account-opened', ['account', accountId], {
      orderId: order.id,
      platform,
      platformAccountId: opened.platformAccountId,
    });
    if ((await listRunningHalts(trx)).length > 0) await enqueueAccessSync(deps, trx, accountId);
    // The activation of a funded account has its own notification.
    if (phase !== 'funded') {
      await addNotification(deps, trx, {
        dedupeKey: `account:${accountId}:opened`,
        personId: order.person_id,
        kind: 'account_opened',
        details: { account: nameAccount({ program, size }), number: opened.platformAccountId },
        path: pathTo('myAccount', {}, 'en'),
      });
    }
    await publishAccountChange(deps, trx, order.person_id, { accountId, sequence: 0 });
  });
  const account = await findByOrder(deps, order.id);
  if (!account) throw new Error(`${platform} gave ${opened.platformAccountId} to order ${order.id} and to another`);
  return account;
}

async function findByOrder(deps: Deps, orderId: string): Promise<{ accountId: string } | undefined> {
  return deps.db
    .selectFrom('trading_account')
    .select('id as accountId')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
}

function firstPhase(program: string, predecessor: Predecessor | undefined): AccountPhase {
  if (program === 'merit') return 'live';
  return predecessor === undefined ? 'evaluation' : 'funded';
}

/** What an order's package opens; `trialDays` is null unless it is a trial. */
function getOpenablePackage({ packages }: Catalog, order: OrderToOpen) {
  const { trial } = packages;
  if (order.package_id === trial.id) return { ...trial, trialDays: trial.days };
  const evaluation = packages.evaluations.find(({ id }) => id === order.package_id);
  if (!evaluation) throw new Error(`Order ${order.id} is for ${order.package_id}, which is not in the catalog`);
  return { ...evaluation, trialDays: null };
}

/**
 * Asks the platform for an account. If it can't open one yet, or refuses to, the reason is stored for the buyer and the
 * office, and the request is repeated. @throws {PlatformPending | PlatformRefused} in that case
 */
async function requestOpening(deps: Deps, order: WaitingOrder, selection: AccountSelection): Promise<PlatformAccount> {
  try {
    return await deps.platform.openAccount(selection);
  } catch (error) {
    if (error instanceof PlatformPending)
      await record(deps, order, selection, { status: 'pending', reason: error.reason, until: error.until });
    if (error instanceof PlatformRefused)
      await record(deps, order, selection, { status: 'failed', reason: error.message, until: null });
    throw error;
  }
}

async function record(
  deps: Deps,
  order: WaitingOrder,
  { accountId, platform }: AccountSelection,
  { status, reason, until }: Word,
): Promise<void> {
  const now = deps.clock();
  const word = { status, reason, until: until === null ? null : new Date(until), reported_at: now };
  await deps.db
    .insertInto('platform_opening')
    .values({
      order_id: order.id,
      account_id: accountId,
      person_id: order.person_id,
      platform,
      requested_at: now,
      ...word,
    })
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet(word).where('platform_opening.reported_at', '<=', now),
    )
    .execute();
}
