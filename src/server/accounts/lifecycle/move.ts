import { pathTo } from '#routes.ts';
import { updateRow } from '#server/core/database/rows.ts';
import { type Deps, writeAudit } from '#server/core/deps.ts';
import { encryptText, sha256 } from '#server/core/encryption.ts';
import { addNotification } from '#server/messages/notifications/add.ts';
import { type PlatformName, platformFacts } from '#shared/catalog/platforms.ts';
import { enqueueAccessSync } from '../access/suspend.ts';
import { publishAccountChange } from '../event-log/channel.ts';
import { nameAccount } from '../name.ts';
import type { BridgePlatform, PlatformBook, PlatformBooks } from '../ports/platform/bridge.ts';
import type { PlatformAccount } from '../ports/platform/platform.ts';
import { rulesOf } from '../rules-of.ts';
import { findOpenPayout } from './find-open-payout.ts';

export type Move = {
  readonly accountId: string;
  /** Its name on the platform that it leaves. */
  readonly number: string;
  /** Hashes of what it is at the site and holds at the platform, before it left and after it arrived; null until then. */
  readonly before: string | null;
  readonly after: string | null;
  /** Why it hasn't moved yet; null once it has. */
  readonly waitsFor: string | null;
};

type Platforms = { readonly from: BridgePlatform; readonly to: BridgePlatform; readonly platform: PlatformName };
type Leaving = Awaited<ReturnType<typeof listLeaving>>[number];
type Entered = { readonly account: Leaving; readonly old: PlatformBook; readonly opened: PlatformAccount };

/** What an account still waits for, in a clause. */
class Waits extends Error {}

/**
 * Moves every account that isn't on this platform yet: locked where it leaves, opened where it arrives, with the same
 * balance. An account that can't be moved yet says why; calling this again goes on, and repeats nothing.
 */
export async function moveAccounts(deps: Deps, platforms: Platforms): Promise<readonly Move[]> {
  const { from, to } = platforms;
  const moves: Move[] = [];
  /** Carries out a step for each account; one that waits goes no further. */
  async function each<In extends { readonly account: Leaving }, Out>(
    list: readonly In[],
    step: (entry: In) => Promise<Out>,
  ): Promise<Out[]> {
    const done: Out[] = [];
    for (const entry of list)
      try {
        done.push(await step(entry));
      } catch (error) {
        moves.push(waiting(entry.account, error));
      }
    return done;
  }

  const leaving = (await listLeaving(deps, platforms.platform)).map((account) => ({ account }));
  const locked = await each(leaving, ({ account }) => lockOld(deps, from, account));
  const left = await readBooks(from, locked.length);
  const entered = await each(locked, ({ account }) => enter(deps, platforms, account, left.get(account.id)));
  const arrived = await readBooks(to, entered.length);
  const settled = await each(entered, (entry) => settleBalance(platforms, entry, arrived.get(entry.account.id)));
  const now = await readBooks(to, settled.length);
  moves.push(...(await each(settled, (entry) => complete(deps, platforms, entry, now.get(entry.account.id)))));
  return moves;
}

const readBooks = async (platform: BridgePlatform, count: number): Promise<PlatformBooks> =>
  count === 0 ? new Map() : platform.readBooks();

const waiting = ({ id, platform_account_id: number }: Leaving, error: unknown): Move => ({
  ...{ accountId: id, number, before: null, after: null },
  waitsFor: error instanceof Error ? error.message : String(error),
});

const refOf = ({ id, platform, platform_account_id }: Leaving) => ({
  ...{ accountId: id, platform, platformAccountId: platform_account_id },
});

async function listLeaving(deps: Deps, platform: PlatformName) {
  return deps.db
    .selectFrom('trading_account')
    .innerJoin('person', 'person.id', 'trading_account.person_id')
    .select(['trading_account.id', 'person_id', 'platform', 'platform_account_id', 'program', 'size', 'phase'])
    .select(['rules_version', 'state', 'sequence', 'access', 'access_revision', 'personal_stop', 'verdict_held_from'])
    .select(['email', 'first_name', 'last_name', 'country', 'person.locale'])
    .where('platform', '<>', platform)
    .where('simulated', '=', false)
    .where('ended_at', 'is', null)
    .orderBy('trading_account.id')
    .execute();
}

/** Nobody trades there from now on. If the move is given up, the site sets the permissions again. */
async function lockOld(deps: Deps, from: BridgePlatform, account: Leaving) {
  const { id, state, access, access_revision: revision } = account;
  if (state.positions.length > 0) throw new Waits('the trader to close its positions');
  if (account.verdict_held_from !== null) throw new Waits('its difference from the platform to be settled');
  const payout = await findOpenPayout(deps.db, id);
  if (payout) throw new Waits(`payout ${payout.number} to be settled`);
  await deps.db.transaction().execute(async (trx) => {
    const pending = JSON.stringify(access ?? { trading: true, marketData: [] });
    await updateRow(trx, 'trading_account', id, { access_pending: pending });
    await enqueueAccessSync(deps, trx, id);
  });
  const lock = { trading: false, flatten: true, until: null, reason: 'halt', marketData: [] } as const;
  await from.setAccess(refOf(account), lock, revision + 1);
  return { account };
}

async function enter(
  deps: Deps,
  { to, platform }: Platforms,
  account: Leaving,
  old: PlatformBook | undefined,
): Promise<Entered> {
  if (!old) throw new Waits('its figures on the old platform to settle');
  if (old.positions.length > 0 || old.balanceCents !== account.state.balanceCents)
    throw new Waits('the site to have what the old platform has: start it for a minute');
  const opened = await to.openAccount({
    ...{ accountId: account.id, platform, rules: rulesOf(deps.catalog, account), email: account.email },
    ...{ firstName: account.first_name, lastName: account.last_name, country: account.country, locale: account.locale },
  });
  return { account, old, opened };
}

/** Some platforms move no more at once. */
const maxTransferCents = 9_000_000;
const notArrived = 'its figures on the new platform to settle';

/** Repeated, it moves what is still missing: a transfer that was made shows in the balance. */
async function settleBalance({ to, platform }: Platforms, entry: Entered, book: PlatformBook | undefined) {
  const { account, old, opened } = entry;
  if (!book) throw new Waits(notArrived);
  const missing = old.balanceCents - book.balanceCents;
  const amountCents = Math.max(-maxTransferCents, Math.min(missing, maxTransferCents));
  const ref = { accountId: account.id, platform, platformAccountId: opened.platformAccountId };
  const requestId = `move-${account.id}-${book.balanceCents}`;
  if (amountCents !== 0) await to.transferMoney(ref, amountCents, requestId);
  return entry;
}

/** @throws {Waits} unless the account is and holds the same on both sides */
async function complete(
  deps: Deps,
  { from, platform }: Platforms,
  { account, old, opened }: Entered,
  book: PlatformBook | undefined,
): Promise<Move> {
  if (book?.balanceCents !== old.balanceCents || book.positions.length > 0) throw new Waits(notArrived);
  const { id, person_id: personId, sequence, platform_account_id: number } = account;
  const before = hashOf(account, old);
  const after = await deps.db.transaction().execute(async (trx) => {
    const moved = await trx
      .updateTable('trading_account')
      .set({ platform, platform_account_id: opened.platformAccountId, platform_user: opened.user })
      .set({ platform_secret: encryptText(deps.keys, `account:${id}`, opened.secret) })
      // What a new account has there; the job sets what this one may do.
      .set({ access: null, access_revision: account.access_revision + 1 })
      .set({ lock_pending_revision: null, lock_pending_since: null })
      .where('id', '=', id)
      .where('sequence', '=', sequence)
      .returning(['id', 'phase', 'rules_version', 'state', 'sequence', 'personal_stop'])
      .executeTakeFirst();
    const hash = moved && hashOf(moved, book);
    if (hash !== before) throw new Waits('what has just changed about it to be compared');
    const details = { from: account.platform, platformAccountId: number, to: platform, hash };
    await writeAudit(deps, trx, 'system', 'account-moved', ['account', id], details);
    await enqueueAccessSync(deps, trx, id);
    await addNotification(deps, trx, {
      ...{ dedupeKey: `account:${id}:moved:${opened.platformAccountId}`, personId, kind: 'account_moved' },
      details: { account: nameAccount(account), platform: platformFacts[platform].name },
      path: pathTo('myAccount', {}, 'en'),
    });
    await publishAccountChange(deps, trx, personId, { accountId: id, sequence });
    return hash;
  });
  await from.closeAccount(refOf(account)).catch((error: unknown) => {
    deps.log.error({ err: error, accountId: id, number }, 'a moved account is still open on its old platform');
  });
  return { accountId: id, number, before, after, waitsFor: null };
}

type Hashed = Pick<Leaving, 'id' | 'phase' | 'rules_version' | 'state' | 'sequence' | 'personal_stop'>;

const hashOf = ({ id, phase, rules_version, state, sequence, personal_stop }: Hashed, book: PlatformBook) =>
  sha256(JSON.stringify([id, phase, rules_version, state, sequence, personal_stop, book.balanceCents, book.positions]));
