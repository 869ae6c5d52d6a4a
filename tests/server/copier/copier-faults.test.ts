import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { suspendAccount } from '#server/accounts/access/suspend.ts';
import { ingestEvents } from '#server/accounts/feed/ingest.ts';
import { endAccount } from '#server/accounts/lifecycle/end.ts';
import { resetAccount } from '#server/accounts/lifecycle/reset.ts';
import { runCopier, runDueCopies } from '#server/copier/run-copier.ts';
import { armFollowers, disarmFollowers, saveCopier } from '#shared/copier/contract.ts';
import { exportProfile } from '#shared/people/contract-profile.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyThor, executionFollower, openCopyGroup } from '../support/copier.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

const onPostgres = inject('databases').kind === 'postgres';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

describe('a server that stops between a leader’s fill and its copy', () => {
  test('leaves the entry to the next server, which finds it without a message', async () => {
    const group = await openCopyGroup(server);
    await group.trade('buy', 2);
    const restarted = await server.another();
    const stop = await runCopier(restarted.deps);
    try {
      await eventually('the copy', async () => expect((await group.followerOf()).held).toEqual([['ES', 2]]));
    } finally {
      await stop();
    }
    expect((await group.log()).filter(({ action }) => action === 'filled')).toHaveLength(1);
  });

  test('leaves the exit to the next server, however late', async () => {
    const group = await openCopyGroup(server);
    await group.trade('buy', 2);
    await group.copy();
    await group.trade('sell', 2);
    await server.clock.advance(hourMs);
    const restarted = await server.another();
    const stop = await runCopier(restarted.deps);
    try {
      await eventually('the copied exit', async () => expect((await group.followerOf()).held).toEqual([]));
    } finally {
      await stop();
    }
  });

  test('leaves no part of a copy that it was writing', async () => {
    const group = await openCopyGroup(server);
    const { keys } = server.deps;
    const derive: typeof keys.derive = (purpose) => {
      if (purpose === 'copy-log') throw new Error('killed');
      return keys.derive(purpose);
    };
    const broken = await server.another({ keys: { ...keys, derive } });
    await group.trade('buy', 1);
    await runDueCopies(broken.deps);
    expect((await group.followerOf()).held).toEqual([]);
    await group.copy();
    expect((await group.followerOf()).held).toEqual([['ES', 1]]);
  });
});

describe('a leader’s fills', () => {
  test('aren’t followed into a position if they are delivered more than ten seconds late', async () => {
    const group = await openCopyGroup(server);
    await server.clock.advance(60_000);
    await group.trade('buy', 1, 24_000, 11_000);
    await group.copy();
    expect(await group.followerOf()).toMatchObject({ held: [], missed: [{ reason: 'late' }] });
  });

  test('are copied once even if they are delivered twice or the clock is set back', async () => {
    const group = await openCopyGroup(server);
    await server.clock.advance(60_000);
    await group.trade('buy', 1);
    const at = server.clock.now().getTime();
    const event = { type: 'fill', at, instrument: 'ES', month: '2026-06', side: 'buy', quantity: 1 } as const;
    const again = { sourceId: `${at}-0`, event: { ...event, priceTicks: 24_000, feeCents: 0 } };
    await ingestEvents(server.deps, group.leaderId, [again]);
    await server.clock.advance(-5_000);
    await group.copy();
    await ingestEvents(server.deps, group.leaderId, [again]);
    await group.copy();
    expect((await group.followerOf()).held).toEqual([['ES', 1]]);
    await server.clock.advance(5_000);
  });

  test.runIf(onPostgres)('stored while a copy of an earlier mark waits are copied with it', async () => {
    const group = await openCopyGroup(server);
    await group.mark(24_000);
    const other = await server.another();
    let copying: Promise<number> | undefined;
    await server.deps.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('trading_account')
        .select('id')
        .where('id', '=', group.ids[0] ?? '')
        .forUpdate()
        .execute();
      copying = runDueCopies(other.deps);
      await eventually('the copier at the lock', async () => {
        const { rows } = await sql<{ waiting: number }>`
            select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'
          `.execute(server.deps.db);
        expect(rows[0]?.waiting).toBe(1);
      });
      await group.trade('buy', 1);
    });
    await copying;
    await group.copy();
    expect(await group.followerOf()).toMatchObject({ status: 'on', held: [['ES', 1]] });
  });
});

test.runIf(onPostgres)('a platform that hangs for one owner doesn’t delay other owners’ copies', async () => {
  const slow = await openCopyGroup(server);
  const other = await openCopyGroup(server);
  const { bus } = server.deps;
  const hanging = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const publishAll: typeof bus.publishAll = async (executor, messages) => {
    if (messages.some(({ payload }) => payload.includes(slow.ids[0] ?? ''))) {
      hanging.resolve();
      await released.promise;
    }
    await bus.publishAll(executor, messages);
  };
  const stop = await runCopier((await server.another({ bus: { ...bus, publishAll } })).deps);
  try {
    await slow.trade('buy', 1);
    await hanging.promise;
    for (const [side, held] of [
      ['buy', [['ES', 2]]],
      ['sell', []],
    ] as const) {
      await other.trade(side, 2);
      await eventually('the other owner’s copy', async () => expect((await other.followerOf()).held).toEqual(held));
    }
    expect((await slow.followerOf()).held).toEqual([]);
    released.resolve();
    await eventually('the late copy', async () => expect((await slow.followerOf()).held).toEqual([['ES', 1]]));
  } finally {
    released.resolve();
    await stop();
  }
});

describe('an account that ends with a position', () => {
  test('is disarmed once as a follower, with one log entry, and copying to it isn’t retried', async () => {
    const group = await openCopyGroup(server, [{}, {}]);
    await group.trade('buy', 1);
    await group.copy();
    await endAccount(server.deps, group.ids[0] ?? '', 'expired');
    await group.copy();
    expect(await group.followerOf(0)).toMatchObject({ status: 'disarmed', disarmReason: 'account-over' });
    const length = (await group.log()).length;
    for (let round = 0; round < 3; round += 1) expect(await group.copy()).toBe(0);
    expect(await group.log()).toHaveLength(length);
    await group.trade('sell', 1);
    await group.copy();
    expect((await group.followerOf(1)).held).toEqual([]);
  });

  test('closes its followers as a leader, and none of them can be armed again', async () => {
    const group = await openCopyGroup(server);
    await group.trade('buy', 2);
    await group.copy();
    await endAccount(server.deps, group.leaderId, 'canceled');
    await group.copy();
    expect((await group.followerOf()).held).toEqual([]);
    await group.ask(disarmFollowers, { token: group.token, body: { accountIds: group.ids } });
    const refused = await group.ask(armFollowers, { token: group.token, body: { accountIds: group.ids } });
    expect(refused.response_status).toBe(409);
  });
});

test('an account takes no entries from its suspension on, even before the platform knows of it', async () => {
  const group = await openCopyGroup(server, [{}, {}]);
  const [accountId = ''] = group.ids;
  await server.deps.db
    .transaction()
    .execute((trx) => suspendAccount(server.deps, trx, { accountId, source: 'conduct:copier', reason: 'conduct' }));
  await group.trade('buy', 1);
  await group.copy();
  expect(await group.followerOf(0)).toMatchObject({ held: [], missed: [{ reason: 'suspended' }] });
  expect((await group.followerOf(1)).held).toEqual([['ES', 1]]);
});

test('a follower that is reset during a trade joins again with the next trade', async () => {
  const group = await openCopyGroup(server);
  await group.trade('buy', 1);
  await group.copy();
  await resetAccount(server.deps, group.ids[0] ?? '', 'copier-reset');
  await group.copy();
  await group.trade('buy', 1);
  await group.copy();
  expect(await group.followerOf()).toMatchObject({ status: 'out-of-sync', held: [] });
  await group.trade('sell', 2);
  await group.copy();
  await group.trade('buy', 1);
  await group.copy();
  expect((await group.followerOf()).held).toEqual([['ES', 1]]);
});

test('a leader that is reset during a trade closes its followers', async () => {
  const group = await openCopyGroup(server);
  await group.trade('buy', 1);
  await group.copy();
  await resetAccount(server.deps, group.leaderId, 'copier-leader-reset');
  await group.copy();
  expect((await group.followerOf()).held).toEqual([]);
});

describe('invalid or concurrent copier settings', () => {
  test('an account can’t follow itself, follow twice or form a chain', async () => {
    const { personId, token } = await signInPerson(server);
    const ask = client(server);
    await buyThor(server, personId);
    const [a, b, c] = [
      await buyAccount(server, personId),
      await buyAccount(server, personId),
      await buyAccount(server, personId),
    ];
    const save = (leaderId: string, ids: readonly string[]) => {
      const followers = ids.map((accountId) => executionFollower(accountId));
      return ask(saveCopier, { token, body: { leaderId, followers } });
    };
    expect((await save(a, [a])).response_status).toBe(422);
    expect((await save(a, [b, b])).response_status).toBe(422);
    expect((await save(a, [b, c])).response_status).toBe(200);
    // A follower that becomes the leader stops following.
    expect((await save(b, [a])).response_status).toBe(200);
    const links = await server.deps.db
      .selectFrom('copy_link')
      .innerJoin('copy_group', 'copy_group.id', 'copy_link.group_id')
      .select(['account_id', 'leader_id'])
      .where('person_id', '=', personId)
      .execute();
    expect(links).toEqual([{ account_id: a, leader_id: b }]);
  });

  test('saving and arming from several tabs arms no more followers than the package allows', async () => {
    const { personId, token } = await signInPerson(server);
    const ask = client(server);
    await buyThor(server, personId);
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) ids.push(await buyAccount(server, personId));
    const [leaderId = '', ...rest] = ids;
    const save = (chosen: readonly string[]) => {
      const followers = chosen.map((accountId) => executionFollower(accountId));
      return ask(saveCopier, { token, body: { leaderId, followers } });
    };
    await Promise.all([save(rest.slice(0, 3)), save(rest.slice(2, 5)), save(rest.slice(1, 4))]);
    await Promise.all(rest.map((id) => ask(armFollowers, { token, body: { accountIds: [id] } })));
    const armed = await server.deps.db
      .selectFrom('copy_link')
      .select('account_id')
      .where('account_id', 'in', rest)
      .where('phase', '=', 'armed')
      .execute();
    expect(armed.length).toBe(3);
  });

  test('a follower can’t be armed again until the day after its daily stop', async () => {
    const group = await openCopyGroup(server, [{ dailyStopCents: 50_000 }]);
    await group.trade('buy', 1, 24_000);
    await group.copy();
    await group.mark(23_959);
    await group.copy();
    await group.copy();
    const arm = () => group.ask(armFollowers, { token: group.token, body: { accountIds: group.ids } });
    const refused = await arm();
    expect(refused.response_status).toBe(409);
    expect(refused.response_message).toContain('its daily stop');
    await group.trade('sell', 1);
    await server.clock.advance(12 * hourMs);
    const later = { expires_at: new Date(server.clock.now().getTime() + dayMs) };
    await server.deps.db.updateTable('session').set(later).where('person_id', '=', group.personId).execute();
    expect((await arm()).response_status).toBe(200);
  });
});

test('an entry of the copy log can be neither changed nor removed', async () => {
  await openCopyGroup(server);
  await expect(server.deps.db.deleteFrom('copy_log').execute()).rejects.toThrow('only added to');
  await expect(server.deps.db.updateTable('copy_log').set({ number: 1 }).execute()).rejects.toThrow('only added to');
});

test('the profile export contains the settings and log of the person’s own copier', async () => {
  const group = await openCopyGroup(server);
  await openCopyGroup(server);
  await group.trade('buy', 1);
  await group.copy();
  await server.deps.db
    .updateTable('session')
    .set({ confirmed_at: server.clock.now() })
    .where('person_id', '=', group.personId)
    .execute();
  const { data } = await group.ask(exportProfile, { token: group.token });
  const { copier } = data as { copier: { leader_id: string; followers: object[]; log: { record: string }[] } };
  expect(copier).toMatchObject({ leader_id: group.leaderId, followers: [{ account_id: group.ids[0] }] });
  expect(copier.log.map(({ record }) => JSON.parse(record).action)).toEqual(['settings', 'armed', 'filled']);
});
