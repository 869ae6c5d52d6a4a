import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { requestPayout } from '#shared/payouts/contract.ts';
import { approvePayout, inspectPayout } from '#shared/payouts/contract-office.ts';
import {
  appointStaff,
  correctStaffAddress,
  decideStaffRequest,
  restoreStaff,
  suspendStaff,
} from '#shared/people/contract-staff.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { fundTrader, signInStaff, winningWeek } from '../support/funded.ts';
import { type PayoutStaff, signInFinance } from '../support/payout-staff.ts';
import { buyAccount, giveRoles } from '../support/people.ts';
import { play } from '../support/trading.ts';

/** The catalog's limit is $2,500, an amount that a Classic 150K may request at once. */
const aboveLimit = 250_000;
let server: TestApp;
let [first, second] = [] as unknown as [PayoutStaff, PayoutStaff];

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + 7 * dayMs });
  [first, second] = [await signInFinance(server), await signInFinance(server)];
});

afterAll(() => server.close());

async function requestInReview(amountCents = aboveLimit) {
  const trader = await fundTrader(server, { packageId: 'classic-150k', ticks: 200 });
  const { data } = await trader.request(amountCents);
  await server.drain();
  await first.review(data.payout.id);
  return { trader, payoutId: data.payout.id };
}

describe('the approval limit', () => {
  test('requires two different people to approve a payout of that amount', async () => {
    const { payoutId } = await requestInReview();
    expect((await first.approve(payoutId)).data.payout.status).toBe('in-review');
    expect((await first.approve(payoutId)).data.payout.status).toBe('in-review');
    const inspected = await second.ask(inspectPayout, { query: { payoutId }, token: second.token });
    expect(inspected.data).toMatchObject({ approvals: [{ approverId: first.personId }], approvalsRequired: 2 });
    expect(inspected.data.checklist.every(({ passed }) => passed)).toBe(true);
    expect((await second.approve(payoutId)).data.payout.status).toBe('approved');
  });

  test('lets one person approve a payout that is a cent below it', async () => {
    const { payoutId } = await requestInReview(aboveLimit - 1);
    expect((await first.approve(payoutId)).data.payout.status).toBe('approved');
  });

  test('counts both of two approvals that arrive at the same time', async () => {
    const { payoutId } = await requestInReview();
    const answers = await Promise.all([first.approve(payoutId), second.approve(payoutId)]);
    expect(answers.map(({ data }) => data.payout.status).sort()).toEqual(['approved', 'in-review']);
  });
});

describe('an approver', () => {
  test('is never the payee', async () => {
    const { trader, payoutId } = await requestInReview(100_000);
    await giveRoles(server, trader.personId, ['finance', 'reviewer']);
    await server.deps.db
      .updateTable('session')
      .set({ confirmed_at: server.clock.now() })
      .where('person_id', '=', trader.personId)
      .execute();
    const asPayee = { ...first, token: trader.token };
    expect((await asPayee.ask(approvePayout, { body: { payoutId }, token: asPayee.token })).error_code).toBe(
      'own_case',
    );
  });

  test('who was just appointed, by two administrators, approves and pays from the next bank day on', async () => {
    const [ada, ben, clerk] = [
      await signInStaff(server, 'admin'),
      await signInStaff(server, 'admin'),
      await signInStaff(server, 'reviewer'),
    ];
    // Someone who has accepted an invitation before keeps their sign-in.
    const person = { password_hash: 'chosen' };
    await server.deps.db.updateTable('person').set(person).where('id', '=', clerk.personId).execute();
    const body = { email: `${clerk.personId.toLowerCase()}@example.com`, role: 'finance' as const };
    expect((await first.ask(appointStaff, { body, token: ada.token })).data).toEqual({ isPending: true });
    const query = { person: clerk.personId, status: 'open' };
    const { rows } = (await first.ask(officeLists.staff.page, { query, token: ben.token })).data;
    const decision = { requestId: rows[0]?.id ?? '', decision: 'confirm' as const };
    expect((await first.ask(decideStaffRequest, { body: decision, token: ada.token })).error_code).toBe(
      'second_person',
    );
    expect((await first.ask(decideStaffRequest, { body: decision, token: ben.token })).response_status).toBe(200);
    const { payoutId } = await requestInReview();
    await first.approve(payoutId);
    const asClerk = () => first.ask(approvePayout, { body: { payoutId }, token: clerk.token });
    expect((await asClerk()).error_code).toBe('approver_new');
    await server.clock.advance(dayMs);
    await server.deps.db
      .updateTable('session')
      .set({ confirmed_at: server.clock.now(), expires_at: new Date(Date.UTC(2999, 0, 1)) })
      .execute();
    expect((await asClerk()).data.payout.status).toBe('approved');
  });

  test.each([
    ['access was restored', restoreStaff, {}],
    ['address was corrected', correctStaffAddress, { email: 'finance-desk@example.com' }],
  ] as const)('whose %s approves from the next bank day on', async (_, change, values) => {
    const [ada, ben, clerk] = [
      await signInStaff(server, 'admin'),
      await signInStaff(server, 'admin'),
      await signInStaff(server, 'finance'),
    ];
    const { personId } = clerk;
    if (change === restoreStaff) await first.ask(suspendStaff, { body: { personId }, token: ada.token });
    const asked = await first.ask(change, { body: { personId, ...values } as never, token: ada.token });
    expect(asked.data).toEqual({ isPending: true });
    const query = { person: personId, status: 'open' };
    const { rows } = (await first.ask(officeLists.staff.page, { query, token: ben.token })).data;
    const decision = { requestId: rows[0]?.id ?? '', decision: 'confirm' as const };
    expect((await first.ask(decideStaffRequest, { body: decision, token: ben.token })).response_status).toBe(200);
    // A change signs people out; they sign in again, through a link to a corrected address.
    const { sessionId, token } = await signInStaff(server, 'finance');
    const { db, clock } = server.deps;
    await db.updateTable('session').set({ person_id: personId }).where('id', '=', sessionId).execute();
    const proven = { email_verified_at: clock(), two_factor_at: clock() };
    await db.updateTable('person').set(proven).where('id', '=', personId).execute();
    const { payoutId } = await requestInReview();
    const answer = await first.ask(approvePayout, { body: { payoutId }, token });
    expect(answer.error_code).toBe('approver_new');
  });

  test('is never the person who entered the destination', async () => {
    const { trader, payoutId } = await requestInReview();
    await server.deps.db
      .updateTable('payout_destination')
      .set({ added_by: second.personId })
      .where('id', '=', trader.destinationId)
      .execute();
    expect((await second.approve(payoutId)).error_code).toBe('not_allowed');
    expect((await first.approve(payoutId)).data.payout.status).toBe('in-review');
  });
});

describe('an earlier approval', () => {
  const changes = {
    'the payee’s name': (destinationId: string) =>
      server.deps.db
        .updateTable('payout_destination')
        .set({ payee_name: 'ADA FERREIRA' })
        .where('id', '=', destinationId)
        .execute(),
    'who entered the destination': (destinationId: string) =>
      server.deps.db
        .updateTable('payout_destination')
        .set({ added_by: first.personId })
        .where('id', '=', destinationId)
        .execute(),
    'the bank account': (destinationId: string) =>
      server.deps.db
        .updateTable('payout_destination')
        .set({ masked: 'DE12 •••• 0001' })
        .where('id', '=', destinationId)
        .execute(),
  } as const;

  test.each(Object.keys(changes) as (keyof typeof changes)[])('becomes void if %s changes', async (what) => {
    const { trader, payoutId } = await requestInReview();
    await first.approve(payoutId);
    await changes[what](trader.destinationId);
    const seen = await second.ask(inspectPayout, { query: { payoutId }, token: second.token });
    expect(seen.data.approvals).toEqual([]);
    expect((await second.approve(payoutId)).data.payout.status).toBe('in-review');
  });
});

test('a requirement that the payee no longer meets blocks the approval', async () => {
  const { trader, payoutId } = await requestInReview(100_000);
  await server.deps.db
    .updateTable('identity_check')
    .set({ status: 'expired' })
    .where('person_id', '=', trader.personId)
    .execute();
  expect(await first.approve(payoutId)).toMatchObject({
    error_code: 'payout_requirements',
    data: { requirements: [{ name: 'identity-check' }] },
  });
  const inspected = await first.ask(inspectPayout, { query: { payoutId }, token: first.token });
  expect(inspected.data.checklist).toContainEqual({ name: 'identity-check', passed: false });
});

describe('a tax form', () => {
  const expire = (personId: string, at: number) =>
    server.deps.db
      .updateTable('tax_form')
      .set({ valid_until: new Date(at) })
      .where('person_id', '=', personId)
      .execute();
  const isPassed = async (payoutId: string) => {
    const { data } = await first.ask(inspectPayout, { query: { payoutId }, token: first.token });
    return data.checklist.find(({ name }) => name === 'tax-form')?.passed;
  };

  test('that expires during the review doesn’t delay the payout, only the next request', async () => {
    const { trader, payoutId } = await requestInReview(100_000);
    await expire(trader.personId, server.clock.now().getTime() + minuteMs);
    await server.clock.advance(2 * minuteMs);
    expect((await trader.quote()).requirements).toEqual([{ name: 'tax-form', kind: 'w-8ben' }]);
    expect(await isPassed(payoutId)).toBe(true);
    expect((await first.approve(payoutId)).data.payout.status).toBe('approved');
  });

  test('that wasn’t valid at the request blocks the approval', async () => {
    const { trader, payoutId } = await requestInReview(100_000);
    await expire(trader.personId, server.clock.now().getTime());
    expect(await isPassed(payoutId)).toBe(false);
    expect(await first.approve(payoutId)).toMatchObject({
      error_code: 'payout_requirements',
      data: { requirements: [{ name: 'tax-form', kind: 'w-8ben' }] },
    });
  });
});

describe('an approval', () => {
  test('counts only while its giver still has the role', async () => {
    const { payoutId } = await requestInReview();
    const leaver = await signInFinance(server);
    await leaver.approve(payoutId);
    await giveRoles(server, leaver.personId, ['reviewer']);
    expect((await first.approve(payoutId)).data.payout.status).toBe('in-review');
    expect((await second.approve(payoutId)).data.payout.status).toBe('approved');
    await giveRoles(server, second.personId, []);
    const third = await signInFinance(server);
    expect((await first.send(payoutId)).error_code).toBe('payout_unapproved');
    expect((await third.approve(payoutId)).data.payout.status).toBe('approved');
    expect((await first.send(payoutId)).data.payout.status).toBe('sent');
    await giveRoles(server, second.personId, ['finance', 'reviewer']);
  });

  test('of one person is enough for a payee only up to the limit of a day', async () => {
    const { trader, payoutId } = await requestInReview(150_000);
    expect((await first.approve(payoutId)).data.payout.status).toBe('approved');
    // The same person's other account: 1,500 + 1,000 reach the 2,500.
    const accountId = await buyAccount(server, trader.personId, 'classic-150k');
    await server.deps.db.updateTable('trading_account').set({ phase: 'funded' }).where('id', '=', accountId).execute();
    await play(server, accountId, winningWeek(200));
    const body = { accountId, amountCents: 100_000, destinationId: trader.destinationId, expectedNetCents: 100_000 };
    const { data } = await trader.ask(requestPayout, { body, token: trader.token, idempotencyKey: accountId });
    await server.drain();
    await first.review(data.payout.id);
    // Two approvals in one millisecond have no order.
    await server.clock.advance(1_000);
    expect((await first.approve(data.payout.id)).data.payout.status).toBe('in-review');
    expect((await second.approve(data.payout.id)).data.payout.status).toBe('approved');
    // The first one of the day still needs only its own.
    expect((await first.send(payoutId)).data.payout.status).toBe('sent');
    await first.send(data.payout.id);
  });
});

describe('a batch that reaches the limit', () => {
  test('is exported by someone else than its creator', async () => {
    for (const amountCents of [150_000, 100_000]) {
      const { payoutId } = await requestInReview(amountCents);
      await first.approve(payoutId);
    }
    const { data } = await first.create();
    expect(data.totalCents).toBeGreaterThanOrEqual(250_000);
    expect((await first.export(data.batchId ?? '')).error_code).toBe('batch_second_person');
    expect((await second.export(data.batchId ?? '')).response_status).toBe(200);
  });
});
