import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { suspendAccount } from '#server/accounts/access/suspend.ts';
import { newId } from '#server/core/deps.ts';
import { deleteExpired } from '#server/privacy/delete-expired.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import { decideCommission } from '#shared/affiliates/contract-office.ts';
import { bulkActions } from '#shared/firm/bulk-actions.ts';
import { deleteView, listSavedViews, renameView, saveView } from '#shared/firm/contract-saved-views.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { listAnnouncements } from '#shared/messages/contract-announcements.ts';
import { approvePayout, reviewPayout } from '#shared/payouts/contract-office.ts';
import { decideIdentityCheck } from '#shared/payouts/contract-office-payees.ts';
import { deleteProfile, exportProfile } from '#shared/people/contract-profile.ts';
import { takeRiskAction } from '#shared/risk/contract.ts';
import { dismissFinding } from '#shared/risk/contract-findings.ts';
import { openTicket } from '#shared/support/contract.ts';
import { officeTicketAssign } from '#shared/support/contract-office.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { confirmNow, fundTrader, signInStaff } from '../support/funded.ts';
import { signInFinance } from '../support/payout-staff.ts';
import { buyAccount, giveRoles, signInPerson } from '../support/people.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp();
  ask = client(server);
});

afterAll(() => server.close());

async function writeTicket(message: string): Promise<string> {
  const requester = await signInPerson(server);
  const body = { topic: 'other', message } as const;
  return (await ask(openTicket, { token: requester.token, idempotencyKey: newId(), body })).data.ticketId;
}

const { suspendAccounts, closeTickets, takeTickets, announceToPeople, announceToAccounts } = bulkActions;

const minuteIn = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString().slice(0, 16);

const announcement = (titleEn = 'Your fills') => ({
  showUntil: minuteIn(2 * hourMs),
  ...{ titleEn, titleFr: 'Vos exécutions', titlePt: 'As suas execuções' },
  ...{ textEn: 'All of them count.', textFr: 'Toutes comptent.', textPt: 'Todas contam.' },
});

describe('bulk decisions', () => {
  const { approvePayouts, reviewPayouts, dismissFindings, retryIdentityChecks, allowCommissions, refuseCommissions } =
    bulkActions;

  test('have the access of the decision on one record', () => {
    expect(approvePayouts.run.access).toEqual(approvePayout.access);
    expect(reviewPayouts.run.access).toEqual(reviewPayout.access);
    expect(dismissFindings.run.access).toEqual(dismissFinding.access);
    expect(retryIdentityChecks.run.access).toEqual(decideIdentityCheck.access);
    expect(allowCommissions.run.access).toEqual(decideCommission.access);
    expect(refuseCommissions.run.access).toEqual(decideCommission.access);
  });

  test('approve each payout as one person, once, after a fresh proof, and say which ones can’t be', async () => {
    const late = await startTestApp({ startAt: testStart + 7 * dayMs });
    const call = client(late);
    const [first, second, third] = [await fundTrader(late), await fundTrader(late), await fundTrader(late)];
    const ids: string[] = [];
    for (const trader of [first, second, third]) ids.push((await trader.request(100_000)).data.payout.id);
    await late.drain();
    const [reviewer, finance] = [await signInStaff(late, 'reviewer'), await signInStaff(late, 'finance')];
    const reviewed = { ids: ids.slice(0, 2), previewedAt: late.clock.now().getTime() };
    const start = await call(reviewPayouts.run, {
      token: reviewer.token,
      idempotencyKey: 'start-reviews',
      body: reviewed,
    });
    expect(start.data).toEqual({ done: 2, leftOut: [] });
    const preview = await call(approvePayouts.preview, { token: finance.token, body: { ids } });
    expect(preview.data.rows.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(preview.data.leftOut.map(({ id, reason }) => [id, reason])).toEqual([[ids[2], 'refused']]);
    const run = (idempotencyKey: string) =>
      call(approvePayouts.run, { token: finance.token, idempotencyKey, body: { ...reviewed, ids } });
    await late.deps.db.updateTable('session').set({ confirmed_at: null }).execute();
    expect((await run('approve-both')).error_code).toBe('confirm_first');
    await confirmNow(late, finance.personId);
    const outcome = { done: 2, leftOut: [expect.objectContaining({ id: ids[2], reason: 'refused' })] };
    const answers = await Promise.all([run('approve-both'), run('approve-both')]);
    expect(answers.map(({ response_status: status }) => status)).toContain(200);
    expect((await run('approve-both')).data).toEqual(outcome);
    const approvals = await late.deps.db.selectFrom('payout_approval').select(['payout_id', 'approver_id']).execute();
    expect(approvals.map((row) => row.payout_id).sort()).toEqual(ids.slice(0, 2).sort());
    const rows = await late.deps.db.selectFrom('payout').select(['id', 'status']).where('id', 'in', ids).execute();
    expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
      [ids[0] ?? '']: 'approved',
      [ids[1] ?? '']: 'approved',
      [ids[2] ?? '']: 'requested',
    });
    await late.close();
  });

  test('approve what needs two people as waiting for the second, and a repeat adds nothing', async () => {
    const late = await startTestApp({ startAt: testStart + 7 * dayMs });
    const [first, second] = [await signInFinance(late), await signInFinance(late)];
    // From $2,500 on, two people approve.
    const large = await fundTrader(late, { packageId: 'classic-150k', ticks: 200 });
    const small = await fundTrader(late);
    const requested = [await large.request(250_000), await small.request(100_000)];
    const ids = requested.map(({ data }) => data.payout.id);
    await late.drain();
    for (const id of ids) await first.review(id);
    const body = { ids, previewedAt: late.clock.now().getTime() };
    const run = async (token: string, idempotencyKey: string) =>
      (await client(late)(approvePayouts.run, { token, idempotencyKey, body })).data;
    const reasons = ({ done, leftOut }: Awaited<ReturnType<typeof run>>) => [
      done,
      leftOut.map(({ id, reason }) => [id, reason]),
    ];
    const [waiting, approved] = ids;
    expect(reasons(await run(first.token, 'approve-once'))).toEqual([1, [[waiting, 'waits']]]);
    expect(reasons(await run(first.token, 'approve-again'))).toEqual([
      0,
      [
        [approved, 'already'],
        [waiting, 'already'],
      ],
    ]);
    const audited = late.deps.db.selectFrom('audit').select('actor').where('action', '=', 'payout-approval');
    expect(await audited.where('entity_id', '=', waiting ?? '').execute()).toHaveLength(1);
    expect(reasons(await run(second.token, 'approve-second'))).toEqual([1, [[approved, 'already']]]);
    await late.close();
  });

  test('stop when the proof expires during a run, and do the rest after a new one', async () => {
    const late = await startTestApp({ startAt: testStart + 7 * dayMs });
    const finance = await signInFinance(late);
    const ids: string[] = [];
    for (const trader of [await fundTrader(late), await fundTrader(late)])
      ids.push((await trader.request(100_000)).data.payout.id);
    await late.drain();
    for (const id of ids) await finance.review(id);
    // Expires with the first approval.
    await sql`create function expire_proof() returns trigger language plpgsql as $$
      begin update session set confirmed_at = null; return null; end $$`.execute(late.deps.db);
    await sql`create trigger expire_proof after insert on payout_approval execute function expire_proof()`.execute(
      late.deps.db,
    );
    const body = { ids, previewedAt: late.clock.now().getTime() };
    const { token } = finance;
    const run = () => client(late)(approvePayouts.run, { token, idempotencyKey: 'proof-expires', body });
    expect(await run()).toMatchObject({ response_status: 403, error_code: 'confirm_first' });
    await sql`drop trigger expire_proof on payout_approval`.execute(late.deps.db);
    await confirmNow(late, finance.personId);
    expect((await run()).data).toMatchObject({ done: 1, leftOut: [{ id: ids[0], reason: 'already' }] });
    await late.close();
  });
});

describe('a bulk action', () => {
  test('previews which accounts it affects, runs exactly once, and every trader reads the reason', async () => {
    const [trader, manager] = [await signInPerson(server), await signInStaff(server, 'risk_manager')];
    const accounts = [await buyAccount(server, trader.personId), await buyAccount(server, trader.personId)];
    const [first = '', second = ''] = accounts;
    const alreadySuspended = await buyAccount(server, trader.personId);
    const { token } = manager;
    await ask(takeRiskAction, { token, body: { accountId: alreadySuspended, kind: 'suspend', cause: 'Earlier.' } });
    const ids = [first, alreadySuspended, second, 'nobody'];
    const preview = await ask(suspendAccounts.preview, { token, body: { ids } });
    expect(preview.data.rows.map(({ id }) => id)).toEqual([first, second]);
    expect(preview.data.leftOut.map(({ id, reason }) => [id, reason])).toEqual([
      [alreadySuspended, 'already'],
      ['nobody', 'gone'],
    ]);
    const body = { ids: [first, second], previewedAt: preview.data.previewedAt, cause: 'One group of copiers.' };
    const run = async (more: object = {}) =>
      ask(suspendAccounts.run, { token, idempotencyKey: 'suspend-copiers', body: { ...body, ...more } });
    expect((await run()).data).toEqual({ done: 2, leftOut: [] });
    expect((await run()).data).toEqual({ done: 2, leftOut: [] });
    expect((await run({ cause: 'Something else.' })).error_code).toBe('idempotency_conflict');
    await server.drain();
    for (const accountId of accounts) {
      const { data } = await ask(accountDetails, { token: trader.token, query: { accountId } });
      expect(data.riskActions).toMatchObject([{ kind: 'suspend', cause: 'One group of copiers.' }]);
    }
    const audited = await server.deps.db
      .selectFrom('audit')
      .select('entity_id')
      .where('action', '=', 'risk-suspend')
      .where('entity_id', 'in', accounts)
      .execute();
    expect(audited.map(({ entity_id: id }) => id).sort()).toEqual([...accounts].sort());
  });

  test('can suspend accounts that may only close positions or whose payment is overdue', async () => {
    const [trader, manager] = [await signInPerson(server), await signInStaff(server, 'risk_manager')];
    const ids = [await buyAccount(server, trader.personId), await buyAccount(server, trader.personId)];
    const [closing = '', unpaid = ''] = ids;
    const { token } = manager;
    await ask(takeRiskAction, { token, body: { accountId: closing, kind: 'liquidate_only', cause: 'Earlier.' } });
    await server.deps.db
      .transaction()
      .execute((trx) => suspendAccount(server.deps, trx, { accountId: unpaid, source: 'test:1', reason: 'past-due' }));
    await server.drain();
    const { data } = await ask(officeLists.accounts.page, {
      token,
      query: { q: `${trader.personId.toLowerCase()}@example.com` },
    });
    expect(data.rows.map(({ status }) => status)).toEqual(['suspended', 'suspended']);
    const body = { ids, previewedAt: server.clock.now().getTime(), cause: 'One group of copiers.' };
    const run = await ask(suspendAccounts.run, { token, idempotencyKey: 'suspend-closing', body });
    expect(run.data).toEqual({ done: 2, leftOut: [] });
    const preview = await ask(suspendAccounts.preview, { token, body: { ids } });
    expect(preview.data.leftOut.map(({ reason }) => reason)).toEqual(['already', 'already']);
  });

  test('runs once if it is requested twice at once with one key', async () => {
    const [trader, manager] = [await signInPerson(server), await signInStaff(server, 'risk_manager')];
    const accountId = await buyAccount(server, trader.personId);
    const body = { ids: [accountId], previewedAt: server.clock.now().getTime(), cause: 'Twice clicked.' };
    const run = async () => ask(suspendAccounts.run, { token: manager.token, idempotencyKey: 'clicked-twice', body });
    const statuses = (await Promise.all([run(), run()])).map(({ response_status: status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect((await run()).data).toEqual({ done: 1, leftOut: [] });
    const actions = await server.deps.db
      .selectFrom('risk_action')
      .select('id')
      .where('account_id', '=', accountId)
      .execute();
    expect(actions).toHaveLength(1);
  });

  test('can take a whole filter, and skips a ticket that has changed since the preview', async () => {
    const agent = await signInStaff(server, 'support');
    const { token } = agent;
    const [calm, lively] = [await writeTicket('Where is my invoice?'), await writeTicket('The chart is empty.')];
    const preview = await ask(closeTickets.preview, { token, body: { filter: { status: 'open' } } });
    expect(preview.data.rows.map(({ id }) => id)).toEqual(expect.arrayContaining([calm, lively]));
    await server.clock.advance(1_000);
    await server.deps.db
      .updateTable('ticket')
      .set({ changed_at: server.deps.clock() })
      .where('id', '=', lively)
      .execute();
    const takenTickets = await ask(takeTickets.run, {
      token,
      idempotencyKey: 'take-both-tickets',
      body: { ids: [calm], previewedAt: preview.data.previewedAt },
    });
    expect(takenTickets.data.done).toBe(1);
    const closed = await ask(closeTickets.run, {
      token,
      idempotencyKey: 'close-both-tickets',
      body: { ids: [calm, lively], previewedAt: preview.data.previewedAt },
    });
    expect(closed.data.leftOut).toMatchObject([{ id: lively, reason: 'changed' }]);
    const rows = (await ask(officeLists.tickets.page, { token, query: {} })).data.rows;
    const statuses = new Map(rows.map(({ id, status }) => [id, status]));
    expect([statuses.get(calm), statuses.get(lively)]).toEqual(['closed', 'open']);
  });

  test('leaves a ticket with the colleague who took it since the preview', async () => {
    const [agent, colleague] = [await signInStaff(server, 'support'), await signInStaff(server, 'support')];
    const ticketId = await writeTicket('Who answers me?');
    const preview = await ask(takeTickets.preview, { token: agent.token, body: { ids: [ticketId] } });
    expect(preview.data.rows).toHaveLength(1);
    await server.clock.advance(1_000);
    await ask(officeTicketAssign, { token: colleague.token, body: { ticketId, assigneeId: colleague.personId } });
    const body = { ids: [ticketId], previewedAt: preview.data.previewedAt };
    for (const action of [takeTickets, closeTickets]) {
      const { data } = await ask(action.run, { token: agent.token, idempotencyKey: newId(), body });
      expect([data.done, data.leftOut]).toMatchObject([0, [{ id: ticketId, reason: 'changed' }]]);
    }
    const [ticket] = await server.deps.db.selectFrom('ticket').selectAll().where('id', '=', ticketId).execute();
    expect([ticket?.assignee_id, ticket?.status]).toEqual([colleague.personId, 'open']);
  });

  test('sends an announcement once to the chosen people only, in their language, until it ends', async () => {
    const agent = await signInStaff(server, 'support');
    const [first, second, other] = [await signInPerson(server), await signInPerson(server), await signInPerson(server)];
    const unverified = await signInPerson(server);
    await server.deps.db
      .updateTable('person')
      .set({ email_verified_at: null })
      .where('id', '=', unverified.personId)
      .execute();
    const { token } = agent;
    const ids = [first.personId, second.personId, unverified.personId, 'nobody'];
    const preview = (await ask(announceToPeople.preview, { token, body: { ids } })).data;
    expect(preview.rows.map(({ id }) => id)).toEqual([first.personId, second.personId]);
    expect(preview.leftOut.map(({ id, reason }) => [id, reason])).toEqual([
      [unverified.personId, 'refused'],
      ['nobody', 'gone'],
    ]);
    const body = { ids: ids.slice(0, 2), previewedAt: preview.previewedAt, ...announcement('Late fills') };
    const run = async (more: object = {}) =>
      ask(announceToPeople.run, { token, idempotencyKey: 'late-fills', body: { ...body, ...more } });
    const wrong = await run({ showUntil: minuteIn(-60_000), textPt: ' ' });
    expect(Object.keys(wrong.validation_errors)).toEqual(['textPt']);
    const past = await run({ showUntil: minuteIn(-60_000) });
    expect([past.response_status, Object.keys(past.validation_errors)]).toEqual([422, ['showUntil']]);
    expect((await run()).data).toEqual({ done: 2, leftOut: [] });
    expect((await run()).data).toEqual({ done: 2, leftOut: [] });
    const read = async (token: string, locale: 'en' | 'fr') =>
      (await ask(listAnnouncements, { token, locale })).data.announcements.map(({ title, text }) => [title, text]);
    expect(await read(first.token, 'en')).toEqual([['Late fills', 'All of them count.']]);
    expect(await read(second.token, 'fr')).toEqual([['Vos exécutions', 'Toutes comptent.']]);
    expect(await read(other.token, 'en')).toEqual([]);
    const rows = (await ask(officeLists.announcements.page, { token, query: { q: 'Late fills' } })).data.rows;
    expect(rows).toMatchObject([{ title: 'Late fills', recipients: 2 }]);
    const audited = server.deps.db.selectFrom('audit').select('entity_id').where('action', '=', 'announcement-sent');
    const sent = await audited.where('actor', '=', `person:${agent.personId}`).execute();
    expect(sent.map(({ entity_id }) => entity_id).sort()).toEqual([first.personId, second.personId].sort());
    await server.clock.advance(2 * hourMs);
    expect(await read(first.token, 'en')).toEqual([]);
  });

  test('sends one announcement to an owner of several accounts, and is refused to staff without permission', async () => {
    const [manager, reviewer] = [await signInStaff(server, 'risk_manager'), await signInStaff(server, 'reviewer')];
    const [trader, other] = [await signInPerson(server), await signInPerson(server)];
    const ids = [
      await buyAccount(server, trader.personId),
      await buyAccount(server, trader.personId),
      await buyAccount(server, other.personId),
    ];
    const refused = await ask(announceToAccounts.preview, { token: reviewer.token, body: { ids } });
    expect(refused.error_code).toBe('not_allowed');
    const { token } = manager;
    const preview = (await ask(announceToAccounts.preview, { token, body: { ids } })).data;
    expect(preview.rows.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect(preview.leftOut).toMatchObject([{ id: ids[1], reason: 'same' }]);
    const body = { ids, previewedAt: preview.previewedAt, ...announcement() };
    const run = async () => ask(announceToAccounts.run, { token, idempotencyKey: 'to-accounts', body });
    const twice = (await Promise.all([run(), run()])).map(({ response_status: status }) => status);
    expect(twice).toContain(200);
    expect((await run()).data).toMatchObject({ done: 2, leftOut: [{ id: ids[1], reason: 'same' }] });
    for (const owner of [trader, other]) {
      expect((await ask(listAnnouncements, { token: owner.token })).data.announcements).toHaveLength(1);
    }
  });

  test('excludes people whom an announcement can’t reach from the preview', async () => {
    const { token } = await signInStaff(server, 'support');
    const [deleted, unverified, reached] = [
      await signInPerson(server),
      await signInPerson(server),
      await signInPerson(server),
    ];
    const ids = [
      await buyAccount(server, deleted.personId),
      await buyAccount(server, unverified.personId),
      await buyAccount(server, reached.personId),
    ];
    const change = (personId: string, change: object) =>
      server.deps.db.updateTable('person').set(change).where('id', '=', personId).execute();
    await change(deleted.personId, { deleted_at: server.clock.now() });
    await change(unverified.personId, { email_verified_at: null });
    const preview = (await ask(announceToAccounts.preview, { token, body: { ids } })).data;
    expect(preview.rows.map(({ id }) => id)).toEqual([ids[2]]);
    expect(preview.leftOut.map(({ id, reason }) => [id, reason])).toEqual([
      [ids[0], 'gone'],
      [ids[1], 'refused'],
    ]);
  });

  test('puts an announcement into its recipient’s export, and it is deleted with their profile', async () => {
    const staff = await signInStaff(server, 'support');
    const trader = await signInPerson(server);
    const { db } = server.deps;
    const body = { ids: [trader.personId], previewedAt: server.clock.now().getTime(), ...announcement() };
    await ask(announceToPeople.run, { token: staff.token, idempotencyKey: 'to-export', body });
    const confirmed = db.updateTable('session').set({ confirmed_at: server.clock.now() });
    await confirmed.where('id', '=', trader.sessionId).execute();
    const { token } = trader;
    expect((await ask(exportProfile, { token })).data).toMatchObject({
      announcements: [{ title: { en: 'Your fills' }, text: { fr: 'Toutes comptent.' } }],
    });
    expect((await ask(deleteProfile, { token })).response_status).toBe(200);
    const remaining = db.selectFrom('announcement_recipient').selectAll().where('person_id', '=', trader.personId);
    expect(await remaining.execute()).toEqual([]);
  });

  test('rejects an impossible preview time', async () => {
    const { token } = await signInStaff(server, 'support');
    for (const previewedAt of [-1, Number.MAX_SAFE_INTEGER]) {
      const answer = await ask(closeTickets.run, {
        token,
        idempotencyKey: newId(),
        body: { ids: ['a'], previewedAt },
      });
      expect(Object.keys(answer.validation_errors)).toEqual(['previewedAt']);
    }
  });

  test('can continue with the same key after a fault, and its key is deleted after thirty days', async () => {
    const [trader, manager] = [await signInPerson(server), await signInStaff(server, 'risk_manager')];
    const ids = [await buyAccount(server, trader.personId), await buyAccount(server, trader.personId)];
    const { db } = server.deps;
    await sql`alter table risk_action add constraint fault check (cause <> 'Fault.' or account_id <> ${sql.lit(ids[1])})`.execute(
      db,
    );
    const body = { ids, previewedAt: server.clock.now().getTime(), cause: 'Fault.' };
    const run = async () => ask(suspendAccounts.run, { token: manager.token, idempotencyKey: 'after-a-fault', body });
    expect((await run()).response_status).toBe(500);
    await sql`alter table risk_action drop constraint fault`.execute(db);
    const again = await run();
    expect([again.response_status, again.data.done]).toEqual([200, 1]);
    expect(again.data.leftOut).toMatchObject([{ id: ids[0], reason: 'already' }]);
    await server.clock.advance(30 * dayMs + 1);
    await deleteExpired(server.deps);
    expect(await db.selectFrom('bulk_run').select('key').execute()).toEqual([]);
  });

  test('accepts at most two hundred records, and only from staff who may change one', async () => {
    const agent = await signInStaff(server, 'support');
    const ids = Array.from({ length: 201 }, (_, index) => `ticket-${index}`);
    expect((await ask(closeTickets.preview, { token: agent.token, body: { ids } })).response_status).toBe(422);
    const refused = await ask(suspendAccounts.preview, { token: agent.token, body: { ids: ['a'] } });
    expect(refused.error_code).toBe('not_allowed');
  });
});

describe('saved views', () => {
  const names = async (token: string) =>
    (await ask(listSavedViews, { token, query: { list: 'tickets' } })).data.views.map(({ name, mine }) => [name, mine]);

  test('are private or shared with a role, keep only the list’s filters, and can be renamed and deleted', async () => {
    const [agent, colleague, admin] = [
      await signInStaff(server, 'support'),
      await signInStaff(server, 'support'),
      await signInStaff(server, 'admin'),
    ];
    const save = async (name: string, share: 'own' | 'support') =>
      ask(saveView, {
        token: agent.token,
        body: { list: 'tickets', name, share, query: { status: 'open', cursor: 'x', color: 'red' } },
      });
    const { viewId } = (await save('Mine', 'own')).data;
    await save('Ours', 'support');
    expect(await names(agent.token)).toEqual([
      ['Mine', true],
      ['Ours', true],
    ]);
    expect(await names(colleague.token)).toEqual([['Ours', false]]);
    expect(await names(admin.token)).toEqual([]);
    const [mine] = (await ask(listSavedViews, { token: agent.token, query: { list: 'tickets' } })).data.views;
    expect(mine?.query).toEqual({ status: 'open' });
    const renamed = { viewId, name: 'Open' };
    expect((await ask(renameView, { token: colleague.token, body: renamed })).response_status).toBe(404);
    await ask(renameView, { token: agent.token, body: renamed });
    expect((await names(agent.token))[0]).toEqual(['Open', true]);
    await ask(deleteView, { token: colleague.token, body: { viewId } });
    expect(await names(agent.token)).toHaveLength(2);
    await ask(deleteView, { token: agent.token, body: { viewId } });
    await ask(deleteView, { token: agent.token, body: { viewId } });
    expect(await names(agent.token)).toEqual([['Ours', true]]);
  });

  test('are refused for a list or role that the person doesn’t have', async () => {
    const agent = await signInStaff(server, 'support');
    const save = async (list: 'audit' | 'tickets', share: 'own' | 'admin') =>
      (await ask(saveView, { token: agent.token, body: { list, share, name: 'View', query: {} } })).response_status;
    expect(await save('audit', 'own')).toBe(403);
    expect(await save('tickets', 'admin')).toBe(403);
  });

  test('of a list are shared only with roles that can open it, and saving a view twice creates one', async () => {
    const both = await signInStaff(server, 'support', 'admin');
    const agent = await signInStaff(server, 'support');
    const save = async (list: 'audit' | 'tickets', share: 'support' | 'admin') =>
      ask(saveView, { token: both.token, body: { list, share, name: 'Of Ada', query: { q: 'ada@example.com' } } });
    expect((await save('audit', 'support')).error_code).toBe('not_allowed');
    expect((await save('audit', 'admin')).response_status).toBe(200);
    expect((await ask(listSavedViews, { token: agent.token, query: { list: 'audit' } })).error_code).toBe(
      'not_allowed',
    );
    const [first, second] = [await save('tickets', 'admin'), await save('tickets', 'admin')];
    expect(second.data.viewId).toBe(first.data.viewId);
    await giveRoles(server, both.personId, ['support']);
    const renamed = { viewId: first.data.viewId, name: 'Words for admins' };
    expect((await ask(renameView, { token: both.token, body: renamed })).error_code).toBe('not_allowed');
    expect((await ask(deleteView, { token: both.token, body: { viewId: first.data.viewId } })).response_status).toBe(
      200,
    );
  });
});
