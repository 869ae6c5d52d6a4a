import { pino } from 'pino';
import { getCatalog } from '../../src/content/catalog.ts';
import { ingestEvents } from '../../src/server/accounts/feed/ingest.ts';
import { startSubscription } from '../../src/server/billing/subscriptions/start.ts';
import { armFollowers } from '../../src/server/copier/change-followers.ts';
import { saveCopyGroup } from '../../src/server/copier/save-group.ts';
import { connectPostgres } from '../../src/server/core/database/connect.ts';
import { parseEnv } from '../../src/server/core/env.ts';
import { createServer } from '../../src/server/create-server.ts';
import type { Fill } from '../../src/shared/accounts/model.ts';
import type { CopyMode } from '../../src/shared/copier/copy-link.ts';
import { buyAccount, payOrder, signInPerson } from '../server/support/people.ts';
import { unlimited } from '../support/unlimited.ts';
import { startPostgres } from './postgres.ts';

export async function openBench() {
  const url = await startPostgres();
  const env = parseEnv({ DATABASE_URL: url, LOG_LEVEL: 'silent', DEMO: '1' });
  const connection = await connectPostgres(url);
  const log = pino({ level: 'silent' });
  const replace = { limits: unlimited };
  return createServer({ env, catalog: getCatalog(), connection, log, recurring: false, replace });
}

export type Bench = Awaited<ReturnType<typeof openBench>>;

/** A person with Thor, a leader account and armed followers. */
export async function openGroup(bench: Bench, count: number, copyMode: CopyMode = 'execution') {
  const { deps } = bench;
  const { personId } = await signInPerson(bench);
  const paid = await payOrder(bench, personId);
  await deps.db.transaction().execute(async (trx) => {
    const order = await trx
      .updateTable('orders')
      .set({ kind: 'thor', package_id: 'thor-yearly' })
      .where('id', '=', paid.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await startSubscription(deps, trx, order, { kind: 'thor', billingInterval: 'yearly', days: null });
  });
  const ids: string[] = [];
  for (let index = 0; index <= count; index += 1) ids.push(await buyAccount(bench, personId));
  const [leaderId = '', ...accountIds] = ids;
  const sizing = { mode: 'ratio', hundredths: 100, size: 'micro' } as const;
  const group = accountIds.map((accountId) => ({
    accountId,
    copyMode,
    sizing,
    dailyStopCents: null,
  }));
  await saveCopyGroup(deps, personId, { leaderId, followers: group });
  await armFollowers(deps, personId, accountIds);
  const trade = (number: number, side: Fill['side']) => {
    const at = deps.clock().getTime();
    const contract = { instrument: 'MES', month: '2026-12', priceTicks: 24_000 } as const;
    const event = { type: 'fill', at, side, quantity: 1, feeCents: 52, ...contract } as const;
    return ingestEvents(deps, leaderId, [{ sourceId: `bench-${number}`, event }]);
  };
  return { personId, leaderId, accountIds, trade };
}
