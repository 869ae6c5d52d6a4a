import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { handlers } from '#server/firm/jobs.ts';
import { approveByRule } from '#server/payouts/approval/approve-by-rule.ts';
import { requestPayout } from '#shared/payouts/contract.ts';
import { inspectPayout } from '#shared/payouts/contract-office.ts';
import { takeRiskAction } from '#shared/risk/contract.ts';
import { openConduct } from '#shared/risk/contract-conduct.ts';
import { getProjectCatalog, startTestApp, type TestApp, testStart } from '../support/app.ts';
import { fundTrader, signInStaff, winningWeek } from '../support/funded.ts';
import { type PayoutStaff, readStoredStatus, signInFinance } from '../support/payout-staff.ts';
import { buyAccount, giveRoles } from '../support/people.ts';
import { play } from '../support/trading.ts';

/** $1,000. */
const limit = 100_000;
let server: TestApp;
let finance: PayoutStaff;

beforeAll(async () => {
  const project = getProjectCatalog();
  const catalog = { ...project, payoutsByRule: { ...project.payoutsByRule, upToCents: limit } };
  // People pay what it approves.
  server = await startTestApp({ startAt: testStart + 7 * dayMs, catalog, replace: { rail: null } });
  finance = await signInFinance(server);
});

afterAll(() => server.close());

type Trader = Awaited<ReturnType<typeof fundTrader>>;

async function request(trader: Trader, amountCents = limit): Promise<string> {
  return (await trader.request(amountCents)).data.payout.id;
}

/** Another funded account of the same person. @returns how to request from it */
async function openSecond({ personId, token, destinationId, ask }: Trader) {
  const accountId = await buyAccount(server, personId, 'classic-50k');
  await server.deps.db.updateTable('trading_account').set({ phase: 'funded' }).where('id', '=', accountId).execute();
  await play(server, accountId, winningWeek(100));
  return async (amountCents: number) => {
    const body = { accountId, amountCents, destinationId, expectedNetCents: amountCents };
    return (await ask(requestPayout, { body, token, idempotencyKey: randomUUID() })).data.payout.id;
  };
}

/** Runs every job but the rule, which then sees all that waits at once. */
const drainWithoutRule = () =>
  server.drain({ handlers: { ...handlers, 'approve-payouts-by-rule': async () => undefined } });

async function emailOf(personId: string): Promise<string> {
  const person = server.deps.db.selectFrom('person').select('email').where('id', '=', personId);
  return (await person.executeTakeFirstOrThrow()).email;
}

const statusOf = (payoutId: string) => readStoredStatus(server, 'payout', payoutId);

/** The status once the money has left the account and every job has run. */
async function settle(payoutId: string): Promise<string> {
  await server.drain();
  return statusOf(payoutId);
}

const inspect = async (payoutId: string) =>
  (await finance.ask(inspectPayout, { query: { payoutId }, token: finance.token })).data;

async function storeFinding(accountId: string, kind: string, otherAccountId: string | null = null): Promise<string> {
  const id = randomUUID();
  await server.deps.db
    .insertInto('finding')
    .values({
      ...{ id, key: id, kind: kind as 'opposite-sides', day: '2026-03-11', account_id: accountId },
      ...{ other_account_id: otherAccountId, facts: '{}', evidence: '[]', found_at: server.clock.now() },
    })
    .execute();
  return id;
}

describe('the rule', () => {
  test('approves a request up to the limit once its money has left the account', async () => {
    const trader = await fundTrader(server);
    const payoutId = await request(trader);
    await approveByRule(server.deps);
    expect(await statusOf(payoutId)).toBe('requested');
    expect(await settle(payoutId)).toBe('approved');
    const { approvals, approvalsRequired, history } = await inspect(payoutId);
    expect({ approvals, approvalsRequired }).toMatchObject({
      approvals: [{ approverId: 'rule' }],
      approvalsRequired: 1,
    });
    const audit = server.deps.db.selectFrom('audit').select('details').where('entity_id', '=', payoutId);
    const { details } = await audit.where('action', '=', 'payout-approval').executeTakeFirstOrThrow();
    expect(details).toMatchObject({
      amountCents: limit,
      checks: [
        ...['conditions', 'money', 'conduct', 'finding', 'dispute'],
        ...['identity-check', 'tax-form', 'destination', 'sanctions'],
      ],
    });
    expect(history.filter(({ actor }) => actor === 'rule').map(({ action }) => action)).toEqual([
      'payout-approval',
      'payout-approved',
    ]);
    const mails = await server.mails(await emailOf(trader.personId));
    expect(mails.filter(({ subject }) => /approved/i.test(subject))).toHaveLength(1);
    // Its approval counts where money is paid out.
    expect((await finance.payable()).data.methods).toMatchObject([{ payments: 1, totalCents: limit }]);
    expect((await finance.send(payoutId)).data.payout.status).toBe('sent');
  });

  test('leaves a cent more to people', async () => {
    const payoutId = await request(await fundTrader(server), limit + 1);
    expect(await settle(payoutId)).toBe('requested');
    await finance.review(payoutId);
    expect((await finance.approve(payoutId)).data.payout.status).toBe('approved');
  });

  test('counts what the person was approved for earlier on the same UTC day, on another account too', async () => {
    const trader = await fundTrader(server);
    const payoutId = await request(trader, 60_000);
    expect(await settle(payoutId)).toBe('approved');
    const other = await openSecond(trader);
    const tooMuch = await other(40_001);
    expect(await settle(tooMuch)).toBe('requested');
    // Past midnight UTC, within the sessions of everyone.
    await server.clock.advance(10 * hourMs);
    await approveByRule(server.deps);
    expect(await statusOf(tooMuch)).toBe('approved');
  });

  test('approves only one of two requests that together exceed the limit, even at the same moment', async () => {
    const trader = await fundTrader(server);
    const other = await openSecond(trader);
    const ids = [await request(trader, 60_000), await other(60_000)];
    await drainWithoutRule();
    await Promise.all([approveByRule(server.deps), approveByRule(server.deps)]);
    expect((await Promise.all(ids.map(statusOf))).sort()).toEqual(['approved', 'requested']);
  });

  test('leaves a request that a check holds to people, and approves it once the check is green', async () => {
    const trader = await fundTrader(server);
    const { db } = server.deps;
    const identity = (status: 'review' | 'approved') =>
      db.updateTable('identity_check').set({ status }).where('person_id', '=', trader.personId).execute();
    const payoutId = await request(trader);
    await identity('review');
    expect(await settle(payoutId)).toBe('requested');
    await identity('approved');
    await approveByRule(server.deps);
    expect(await statusOf(payoutId)).toBe('approved');
  });

  test('leaves what someone has started to review', async () => {
    const trader = await fundTrader(server);
    const payoutId = await request(trader);
    await finance.review(payoutId);
    expect(await settle(payoutId)).toBe('in-review');
    await approveByRule(server.deps);
    expect(await statusOf(payoutId)).toBe('in-review');
  });

  test.each(['finance', 'support', 'admin', 'reviewer', 'risk_manager'] as const)(
    'never approves the payout of someone on staff: %s',
    async (role) => {
      const trader = await fundTrader(server);
      await giveRoles(server, trader.personId, [role]);
      expect(await settle(await request(trader))).toBe('requested');
    },
  );

  test('approves the payout of an affiliate’s own account', async () => {
    const trader = await fundTrader(server);
    await giveRoles(server, trader.personId, ['affiliate']);
    expect(await settle(await request(trader))).toBe('approved');
  });

  test.each([
    'opposite-sides',
    'copied-trades',
    'mirrored-trades',
    'spread',
    'shared-details',
    'unusual-size',
  ] as const)('waits while a finding is open, from either side of it: %s', async (kind) => {
    const [trader, other] = [await fundTrader(server), await fundTrader(server)];
    const id = await storeFinding(trader.accountId, kind, other.accountId);
    const ids = [await request(trader), await request(other)];
    await server.drain();
    expect(await Promise.all(ids.map(statusOf))).toEqual(['requested', 'requested']);
    const decided = { status: 'dismissed' as const, decided_at: server.clock.now() };
    await server.deps.db.updateTable('finding').set(decided).where('id', '=', id).execute();
    await approveByRule(server.deps);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['approved', 'approved']);
  });

  test('waits while risk has suspended the account', async () => {
    const trader = await fundTrader(server);
    const risk = await signInStaff(server, 'risk_manager');
    const payoutId = await request(trader);
    await finance.ask(takeRiskAction, {
      body: { accountId: trader.accountId, kind: 'suspend', cause: 'A look at the fills.' },
      token: risk.token,
    });
    expect(await settle(payoutId)).toBe('requested');
  });

  test('leaves a destination that staff have entered', async () => {
    const trader = await fundTrader(server);
    const { destinationId } = trader;
    const entered = { added_by: finance.personId };
    await server.deps.db.updateTable('payout_destination').set(entered).where('id', '=', destinationId).execute();
    expect(await settle(await request(trader))).toBe('requested');
  });
});

describe('what happens between the rule’s approval and the payment', () => {
  test('a conduct case that opens while the rule waits for the account keeps it from approving', async () => {
    const trader = await fundTrader(server);
    const payoutId = await request(trader);
    const risk = await signInStaff(server, 'risk_manager');
    const body = {
      accountId: trader.accountId,
      cause: 'opposite-trades' as const,
      evidence: 'Both sides.',
      sourceIds: [],
    };
    await finance.ask(openConduct, { body, token: risk.token });
    expect(await settle(payoutId)).toBe('requested');
  });

  test('a conduct case keeps an approved payout out of a batch and from being sent', async () => {
    const trader = await fundTrader(server);
    const payoutId = await request(trader);
    expect(await settle(payoutId)).toBe('approved');
    const risk = await signInStaff(server, 'risk_manager');
    const body = {
      accountId: trader.accountId,
      cause: 'opposite-trades' as const,
      evidence: 'Both sides.',
      sourceIds: [],
    };
    await finance.ask(openConduct, { body, token: risk.token });
    expect((await finance.send(payoutId)).error_code).toBe('payout_conduct');
  });

  test('an approval of another amount or destination no longer counts', async () => {
    const trader = await fundTrader(server);
    const payoutId = await request(trader);
    expect(await settle(payoutId)).toBe('approved');
    const { destinationId } = trader;
    const changed = { payee_name: 'Somebody Else' };
    await server.deps.db.updateTable('payout_destination').set(changed).where('id', '=', destinationId).execute();
    expect((await inspect(payoutId)).approvals).toEqual([]);
    expect((await finance.send(payoutId)).error_code).toBe('payout_unapproved');
  });

  test('a review that starts first wins, and a rule that runs twice approves once', async () => {
    const trader = await fundTrader(server);
    const payoutId = await request(trader);
    await drainWithoutRule();
    await Promise.all([approveByRule(server.deps), finance.review(payoutId), approveByRule(server.deps)]);
    const status = await statusOf(payoutId);
    const { approvals } = await inspect(payoutId);
    expect(approvals).toHaveLength(status === 'approved' ? 1 : 0);
    expect(['approved', 'in-review']).toContain(status);
  });
});
