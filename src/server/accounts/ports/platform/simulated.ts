import { createHmac } from 'node:crypto';
import { findRow, getRow, insertOnce } from '#server/core/database/rows.ts';
import type { Db } from '#server/core/deps.ts';
import type { Keys } from '#server/core/encryption.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import type { Platform } from './platform.ts';

type Settings = { readonly db: Db; readonly keys: Keys; readonly clock: () => Date };

/**
 * A platform for a single machine. It keeps its own accounts, as another company would, with credentials derived from
 * the account's id. Its events come from `runSimulatedTraders`.
 */
export function createSimulatedPlatform({ db, keys, clock }: Settings): Platform {
  return {
    isSimulated: true,
    deliversHeartbeats: false,
    takesOrders: true,
    enforcesPersonalStop: 'always',
    async openAccount({ accountId, platform, email }) {
      const number = (await findNumber(db, accountId)) ?? (await allocateNumber(db, accountId, clock()));
      const platformAccountId = `${platformFacts[platform].accountPrefix}-${number}`;
      const digest = createHmac('sha256', keys.derive('simulated-platform')).update(accountId).digest('base64url');
      return { platformAccountId, user: `${userName(email)}-${number}`, secret: digest.slice(0, 14) };
    },
    // It holds no positions itself: its traders handle resets, stops and flattening.
    resetAccount: async () => undefined,
    async setAccess({ accountId }, access, revision) {
      await db
        .updateTable('simulated_account')
        .set({
          access_revision: revision,
          suspended: !access.trading,
          suspended_until: access.trading || access.until === null ? null : new Date(access.until),
          flatten: !access.trading && access.flatten,
          market_data: JSON.stringify(access.marketData),
          halted_instruments: JSON.stringify(access.haltedInstruments ?? []),
        })
        .where('account_id', '=', accountId)
        .where('access_revision', '<=', revision)
        .execute();
      return { isEffective: true };
    },
    async transferMoney({ accountId }, amountCents, requestId) {
      const transfer = { account_id: accountId, amount_cents: amountCents, transferred_at: clock() };
      await insertOnce(db, 'simulated_transfer', { request_id: requestId, ...transfer });
      const { transferred_at: transferredAt } = await getRow(db, 'simulated_transfer', { request_id: requestId }, [
        'transferred_at',
      ]);
      return { transferredAt: transferredAt.getTime() };
    },
    closeAccount: async () => undefined,
  };
}

async function findNumber(db: Db, accountId: string): Promise<number | undefined> {
  const row = await findRow(db, 'simulated_account', { account_id: accountId }, ['number']);
  return row?.number;
}

async function allocateNumber(db: Db, accountId: string, openedAt: Date): Promise<number> {
  const row = await db
    .insertInto('simulated_account')
    .values({ account_id: accountId, opened_at: openedAt })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((eb) => ({ opened_at: eb.ref('simulated_account.opened_at') })),
    )
    .returning('number')
    .executeTakeFirstOrThrow();
  return row.number;
}

function userName(email: string): string {
  const local = email.split('@')[0] ?? '';
  return (
    local
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .slice(0, 12) || 'trader'
  );
}
