import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { addNotification } from '#server/messages/notifications/add.ts';
import { deleteProfile } from '#shared/people/contract-profile.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

const onPostgres = inject('databases').kind === 'postgres';

test.runIf(onPostgres)('deleting a profile waits for what happens to an account, and neither fails', async () => {
  const server = await startTestApp();
  onTestFinished(() => server.close());
  const { db } = server.deps;
  const { personId, token } = await signInPerson(server);
  await db.updateTable('session').set({ confirmed_at: server.clock.now() }).where('person_id', '=', personId).execute();
  const accountId = await buyAccount(server, personId);
  await db.updateTable('orders').set({ status: 'fulfilled' }).where('person_id', '=', personId).execute();
  let deletion: Promise<{ response_status: number }> | undefined;
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('trading_account').select('id').where('id', '=', accountId).forUpdate().execute();
    deletion = client(server)(deleteProfile, { token });
    await eventually('the deletion to wait', async () => {
      const waiting = await sql`
        select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(waiting.rows).not.toHaveLength(0);
    });
    await addNotification(server.deps, trx, {
      personId,
      kind: 'account_reset',
      dedupeKey: 'during-the-deletion',
    });
  });
  expect((await deletion)?.response_status).toBe(200);
});
