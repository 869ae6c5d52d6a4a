import { afterAll, beforeAll, expect, test } from 'vitest';
import { decryptDetails } from '#server/payouts/payees/destination-details.ts';
import { getTradingDay } from '#shared/exchange/trading-day.ts';
import { removeDestination } from '#shared/payouts/contract-payees.ts';
import { deleteProfile, exportProfile } from '#shared/people/contract-profile.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { fundTrader, signInStaff } from '../support/funded.ts';
import { makePayable } from '../support/payee.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

/** A person in the given country with payouts paid at the given times. */
async function addPayee(country: string, payments: readonly (readonly [at: string, traderCents: number])[]) {
  const { db } = server.deps;
  const { personId } = await signInPerson(server);
  await db.updateTable('person').set({ country }).where('id', '=', personId).execute();
  const destinationId = await makePayable(server, personId);
  const accountId = await buyAccount(server, personId);
  for (const [index, [paidAt, traderCents]] of payments.entries()) {
    const at = new Date(paidAt);
    const id = `${personId}-${index}`;
    await db
      .insertInto('payout')
      .values({
        ...{ id, number: id, account_id: accountId, person_id: personId, destination_id: destinationId },
        ...{ method: 'bank-transfer', amount_cents: traderCents + 100, trader_cents: traderCents, firm_cents: 100 },
        ...{
          fee_cents: 1,
          full_share_cents: 0,
          cap_cents: 1,
          cap_number: index + 1,
          quote: '{}',
          status: 'paid',
          closed_through: getTradingDay('2026-01-02'),
        },
        ...{ idempotency_key: id, request_hash: '', requested_at: at, decision_due_at: at },
      })
      .execute();
    await db
      .insertInto('payout_stage')
      .values({ payout_id: id, status: 'paid', at, due_at: null, actor: 'x' })
      .execute();
  }
  return personId;
}

async function read(token: string, year: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await server.app.request(`/api/admin/tax-forms/1099-nec?year=${year}`, { headers });
  return { status: answer.status, text: await answer.text() };
}

test('the 1099-NEC report contains US persons who were paid the year’s threshold within the year', async () => {
  const aboveThreshold = await addPayee('US', [
    ['2026-01-01T00:00:00Z', 150_000],
    ['2026-12-31T23:59:59Z', 50_000],
    ['2027-01-01T00:00:00Z', 900_000],
  ]);
  await addPayee('US', [
    ['2026-06-01T12:00:00Z', 199_999],
    ['2025-12-31T23:59:59Z', 50_000],
  ]);
  await addPayee('PT', [['2026-06-01T12:00:00Z', 900_000]]);
  const finance = await signInStaff(server, 'finance');
  const { text } = await read(finance.token, '2026');
  expect(text.split('\r\n')).toEqual([
    'tax_year,recipient_tin,tin_type,recipient_name,street,city,state,zip,account_number,box_1_nonemployee_compensation',
    `2026,123456789,ssn,Ada Ferreira,Rua da Prata 80,Lisboa,NY,1100-420,${aboveThreshold},2000.00`,
    '',
  ]);
  expect((await read(finance.token, '2030')).status).toBe(422);
  expect((await read(finance.token, '26')).status).toBe(422);
  const support = await signInStaff(server, 'support');
  expect((await read(support.token, '2026')).status).toBe(403);
  const audit = await server.deps.db
    .selectFrom('audit')
    .select(['actor', 'details'])
    .where('action', '=', 'tax-report-exported')
    .execute();
  expect(audit).toEqual([{ actor: `person:${finance.personId}`, details: { people: 1 } }]);
});

test('a destination with an open payout can’t be removed until the payout ends', async () => {
  const trader = await fundTrader(server);
  const payoutId = (await trader.request(100_000)).data.payout.id;
  const remove = () =>
    trader.ask(removeDestination, { token: trader.token, body: { destinationId: trader.destinationId } });
  expect((await remove()).response_status).toBe(409);
  await trader.close(payoutId);
  expect((await remove()).response_status).toBe(200);
});

test('an export contains what we keep about a payee, and deletion leaves nothing of someone who was never paid', async () => {
  const { db } = server.deps;
  const { personId, token, sessionId } = await signInPerson(server);
  await makePayable(server, personId);
  await db.updateTable('session').set({ confirmed_at: server.clock.now() }).where('id', '=', sessionId).execute();
  const ask = client(server);
  const { payee } = (await ask(exportProfile, { token })).data;
  expect(payee).toMatchObject({
    destinations: [{ details: { iban: 'PT50000201231234567890154' } }],
    taxForms: [{ details: { dateOfBirth: '1990-05-31' } }],
    identityCheck: { status: 'approved' },
    agreements: [{ signed_name: 'Ada Ferreira' }],
  });
  expect((await ask(deleteProfile, { token })).response_status).toBe(200);
  const tables = ['payout_destination', 'tax_form', 'signed_agreement', 'identity_check', 'payee_document'] as const;
  for (const table of tables) {
    expect(await db.selectFrom(table).select('id').where('person_id', '=', personId).execute()).toEqual([]);
  }
});

test('a profile with an open payout can’t be deleted, and a deleted profile keeps the destinations of its payouts', async () => {
  const { db } = server.deps;
  const trader = await fundTrader(server);
  const payoutId = (await trader.request(100_000)).data.payout.id;
  const confirm = () =>
    db
      .updateTable('session')
      .set({ confirmed_at: server.clock.now() })
      .where('person_id', '=', trader.personId)
      .execute();
  await confirm();
  expect((await trader.ask(deleteProfile, { token: trader.token })).response_status).toBe(409);
  await trader.close(payoutId);
  await server.drain();
  await db.updateTable('orders').set({ status: 'fulfilled' }).where('person_id', '=', trader.personId).execute();
  await confirm();
  expect((await trader.ask(deleteProfile, { token: trader.token })).response_status).toBe(200);
  const kept = await db
    .selectFrom('payout_destination')
    .select(['id', 'payee_name', 'details', 'removed_at'])
    .where('person_id', '=', trader.personId)
    .execute();
  expect(kept).toMatchObject([
    { id: trader.destinationId, payee_name: 'Ada Ferreira', removed_at: server.clock.now() },
  ]);
  for (const destination of kept) {
    expect(decryptDetails(server.deps, destination)).toMatchObject({ iban: 'PT50000201231234567890154' });
  }
});
