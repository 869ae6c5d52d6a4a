import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { resumeRemedies } from '#server/status/remedies/run.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { createOrder, quoteOrder } from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { fetchOwnOutages } from '#shared/status/contract.ts';
import { officeIncidentAccounts, officeRemedyAdd } from '#shared/status/contract-office.ts';
import { signInStaff } from '../support/funded.ts';
import { fill, mark, minuteOf, startOutages } from '../support/outages.ts';
import { signInPerson } from '../support/people.ts';
import { orderForm } from '../support/shop.ts';
import { play } from '../support/trading.ts';

const {
  shop,
  server,
  ask,
  signedIn,
  state,
  transfers,
  now,
  trader,
  openOutage,
  resolve,
  remediedAt,
  incidentOf,
  outage,
} = await startOutages();

afterAll(() => shop.close());

/** What one test leaves open would have the next wait for its price. */
afterEach(async () => {
  await server.deps.db
    .updateTable('trading_account')
    .set({ ended_at: server.clock.now(), end_reason: 'canceled' })
    .where('ended_at', 'is', null)
    .execute();
});

describe('a position that was open when the platform failed', () => {
  test('gets back what it lost until it could be traded again, once, explained, within the day', async () => {
    const open = await trader();
    const id = await outage(30, (from, until) =>
      // 50,125.00 at the start, 49,625.00 at the first price after it.
      open.play(
        fill(from - minuteMs, 'buy', 24_000),
        mark(from - 1_000, 24_010),
        mark(from + minuteMs, 23_900),
        mark(until + 1_000, 23_970),
      ),
    );
    expect(await open.state()).toMatchObject({ balanceCents: 5_050_000, equityCents: 5_012_500, status: 'active' });
    await resumeRemedies(server.deps);
    await server.drain();
    expect(transfers.filter(({ accountId }) => accountId === open.accountId)).toMatchObject([{ cents: 50_000 }]);
    expect((await open.state()).balanceCents).toBe(5_050_000);
    const [mail, ...others] = await open.mails();
    expect(others).toEqual([]);
    for (const text of ['$50,125.00', '$49,625.00', '$500.00', 'table of remedies 1'])
      expect(mail?.text).toContain(text);
    expect(await open.outages()).toMatchObject([{ incidentId: id, remedy: 'restored' }]);
    expect((await open.outages())[0]?.note).toContain('$500.00');
    const details = (
      await ask(accountDetails, {
        token: open.token,
        params: { accountId: open.accountId } as never,
        query: { accountId: open.accountId } as never,
      })
    ).data;
    expect(JSON.stringify(details)).toContain('"cause":"outage"');
    const shown = await incidentOf(id);
    expect(shown).toMatchObject({ accounts: [{ remedy: 'restored', count: 1 }] });
  });

  test('keeps a profit, and a position opened later or closed earlier gets nothing', async () => {
    const [winner, later, earlier] = [await trader(), await trader(), await trader()];
    await outage(30, async (from, until) => {
      await winner.play(fill(from - minuteMs, 'buy', 24_000), mark(until + 1_000, 24_100));
      await later.play(fill(from + minuteMs, 'buy', 24_000), mark(until + 1_000, 23_900));
      await earlier.play(
        fill(from - 2 * minuteMs, 'buy', 24_000),
        fill(from - minuteMs, 'sell', 23_990),
        mark(until + 1_000, 23_000),
      );
    });
    expect((await winner.state()).equityCents).toBe(5_125_000);
    expect((await later.state()).equityCents).toBe(4_875_000);
    expect((await earlier.state()).balanceCents).toBe(4_987_500);
    for (const each of [winner, later, earlier]) expect(await each.mails()).toEqual([]);
  });

  test('counts to its stop, and to the first fill of a trader who could add to it', async () => {
    const [stopped, adding] = [await trader(), await trader()];
    await outage(30, async (from, until) => {
      // The stop sells 40 ticks lower; what the market did later is nobody’s loss.
      await stopped.play(
        fill(from - minuteMs, 'buy', 24_000),
        fill(from + minuteMs, 'sell', 23_960),
        mark(until + 1_000, 23_000),
      );
      // 8 ticks lower, a second contract is bought; the way down from there is the trader’s own.
      await adding.play(
        fill(from - minuteMs, 'buy', 24_000),
        fill(from + minuteMs, 'buy', 23_992),
        mark(until + 1_000, 23_950),
      );
    });
    expect((await stopped.state()).balanceCents).toBe(5_000_000);
    expect((await adding.state()).balanceCents).toBe(5_010_000);
  });

  test('waits for a price after the outage', async () => {
    const open = await trader();
    const id = await outage(30, (from) =>
      open.play(fill(from - minuteMs, 'buy', 24_000), mark(from + minuteMs, 23_900)),
    );
    expect(transfers.filter(({ accountId }) => accountId === open.accountId)).toEqual([]);
    expect(await remediedAt(id)).toBeNull();
    await open.play(mark(now() + 1, 23_980));
    await resumeRemedies(server.deps);
    await server.drain();
    expect((await open.state()).balanceCents).toBe(5_025_000);
    expect(await remediedAt(id)).not.toBeNull();
  });

  test('is credited once when the platform’s answer is lost', async () => {
    const open = await trader();
    state.isPlatformDown = true;
    const id = await outage(30, (from, until) =>
      open.play(fill(from - minuteMs, 'buy', 24_000), mark(until + 1_000, 23_990)),
    );
    expect((await open.state()).balanceCents).toBe(5_000_000);
    expect(await remediedAt(id)).toBeNull();
    state.isPlatformDown = false;
    await resumeRemedies(server.deps);
    await server.drain();
    expect((await open.state()).balanceCents).toBe(5_012_500);
    const ids = transfers.filter(({ accountId }) => accountId === open.accountId).map((each) => each.id);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
    expect(await open.mails()).toHaveLength(1);
  });
});

describe('a breach', () => {
  test('in the outage is void, with the equity before it', async () => {
    const open = await trader();
    await outage(30, (from, until) =>
      // 50,250.00 at the start. The floor of 48,000.00 breaks at 23,840 ticks, and the position is sold there.
      open.play(
        ...[fill(from - 2 * minuteMs, 'buy', 24_000), mark(from - minuteMs, 24_020), mark(from + minuteMs, 23_840)],
        fill(from + 2 * minuteMs, 'sell', 23_830),
        mark(until + 1_000, 23_900),
      ),
    );
    expect(await open.state()).toMatchObject({ status: 'active', breach: null, balanceCents: 5_025_000 });
    const [mail] = await open.mails();
    // 50,250.00 less 47,875.00.
    expect(mail?.text).toContain('$2,375.00');
    expect(mail?.text).toContain('is void');
  });

  test('from before it stands', async () => {
    const breached = await trader();
    await outage(30, (from, until) =>
      breached.play(
        ...[fill(from - 3 * minuteMs, 'buy', 24_000), mark(from - 2 * minuteMs, 23_840)],
        mark(until + 1_000, 23_700),
      ),
    );
    expect((await breached.state()).status).toBe('breached');
    expect(await breached.mails()).toEqual([]);
  });
});

/** Orders and pays; what the last account bought has. */
async function buy(person: { token: string; personId: string }, change: Partial<ProductSelection>) {
  const selection = { kind: 'evaluation', packageId: 'classic-50k', platform: 'rithmic', addOns: [], coupon: '' };
  const body = { selection: { ...selection, ...change } as ProductSelection };
  const { totalCents } = (await ask(quoteOrder, { token: person.token, body })).data;
  const form = orderForm({ ...body, expectedTotalCents: totalCents });
  const opened = await ask(createOrder, { token: person.token, body: form, idempotencyKey: crypto.randomUUID() });
  await shop.press(opened.data, 'paid');
  await server.drain();
  const { db } = server.deps;
  const [account] = await shop.accounts(opened.data);
  const endsAt = async () => {
    const paid = db
      .selectFrom('subscription')
      .select('period_ends_at as at')
      .where('account_id', '=', account?.id ?? '');
    const trial = db
      .selectFrom('trading_account')
      .select('expires_at as at')
      .where('id', '=', account?.id ?? '');
    return ((await trial.executeTakeFirst())?.at ?? (await paid.executeTakeFirst())?.at)?.getTime() ?? 0;
  };
  return { opened: opened.data, accountId: account?.id ?? '', number: account?.platform_account_id ?? '', endsAt };
}

/** To the next such time in UTC, where the exchange closes from 21:00 to 22:00; sessions of staff don’t last so long. */
async function goTo(time: string) {
  const at = Date.parse(`${new Date(now()).toISOString().slice(0, 10)}T${time}:00Z`) - now();
  await server.clock.advance(at < 0 ? at + dayMs : at);
  signedIn.staff = await signInStaff(server, 'support');
}

test('a subscription and a trial get a day for each trading day that an hour of open exchange touched', async () => {
  while (new Date(now()).getUTCDay() !== 1) await server.clock.advance(dayMs);
  await goTo('13:00');
  const [person, trier] = [await signInPerson(server), await signInPerson(server)];
  const paid = await buy(person, {});
  const trial = await buy(trier, { kind: 'trial', packageId: 'trial-classic-50k' });
  const before = [await paid.endsAt(), await trial.endsAt()];
  const after = async () =>
    [await paid.endsAt(), await trial.endsAt()].map((at, index) => (at - (before[index] ?? 0)) / dayMs);
  await outage(59, async () => undefined);
  expect(await after()).toEqual([0, 0]);
  const id = await outage(60, async () => undefined);
  expect(await after()).toEqual([1, 1]);
  await resumeRemedies(server.deps);
  await server.drain();
  expect(await after()).toEqual([1, 1]);
  // `outage` waits for an hour: 20:11 to 22:10 are 49 and 10 open minutes, of two trading days; 20:10 makes 60.
  await goTo('19:11');
  await outage(119, async () => undefined);
  expect(await after()).toEqual([1, 1]);
  await goTo('19:10');
  let late: Awaited<ReturnType<typeof buy>> | undefined;
  let lateEndsAt = 0;
  await outage(120, async () => {
    late = await buy(await signInPerson(server), { kind: 'trial', packageId: 'trial-classic-50k' });
    lateEndsAt = await late.endsAt();
    await server.clock.advance(minuteMs);
  });
  expect(await after()).toEqual([3, 3]);
  // Opened in the outage's last minute.
  expect(await late?.endsAt()).toBe(lateEndsAt);
  const mails = await server.mails(`${person.personId.toLowerCase()}@example.com`);
  expect(mails.filter(({ text }) => text.includes('Days added to your subscription or trial: '))).toHaveLength(2);
  const token = await shop.openSession(person.personId);
  expect((await ask(fetchOwnOutages, { token })).data.accounts).toMatchObject([
    { remedy: 'extension', note: expect.stringContaining('Days added to your subscription or trial: 2.') },
    { incidentId: id, remedy: 'extension', note: expect.stringContaining(': 1.') },
  ]);
});

test('a reset bought for a breach in the outage is refunded, and one for an earlier breach isn’t', async () => {
  await goTo('14:00');
  const [hit, earlier] = [await signInPerson(server), await signInPerson(server)];
  const [mine, other] = [await buy(hit, {}), await buy(earlier, {})];
  const resets: Record<string, Awaited<ReturnType<typeof buy>>['opened']> = {};
  await outage(30, async (from, until) => {
    const start = fill(from - 3 * minuteMs, 'buy', 24_000);
    await play(server, mine.accountId, [start, mark(from + minuteMs, 23_840), mark(until - 1, 23_830)]);
    await play(server, other.accountId, [start, mark(from - minuteMs, 23_840), mark(until - 1, 23_830)]);
    for (const [person, { accountId }] of [
      [hit, mine],
      [earlier, other],
    ] as const)
      resets[accountId] = (await buy(person, { kind: 'reset', accountId } as Partial<ProductSelection>)).opened;
  });
  const status = async (accountId: string) => (await shop.result(resets[accountId] ?? mine.opened)).status;
  expect([await status(mine.accountId), await status(other.accountId)]).toEqual(['refunded', 'fulfilled']);
  const [own] = (await ask(fetchOwnOutages, { token: hit.token })).data.accounts;
  expect(own).toMatchObject({ remedy: 'refund', note: expect.stringContaining('price of the reset') });
  expect((await ask(fetchOwnOutages, { token: earlier.token })).data.accounts).toEqual([]);
  expect(transfers.some(({ accountId }) => accountId === mine.accountId)).toBe(false);
});

test('an account that ends before its credit gets none, and holds up nobody', async () => {
  const open = await trader();
  const { token } = await signInStaff(server, 'risk_manager');
  state.isPlatformDown = true;
  const id = await outage(30, (from, until) =>
    open.play(fill(from - minuteMs, 'buy', 24_000), mark(until + 1_000, 23_990)),
  );
  state.isPlatformDown = false;
  const tried = transfers.length;
  const body = { incidentId: id, account: await open.number(), amountUsd: 5, days: 0, reason: 'It was long.' };
  expect((await ask(officeRemedyAdd, { token, body })).response_status).toBe(200);
  const ended = { ended_at: server.clock.now(), end_reason: 'canceled' } as const;
  await server.deps.db.updateTable('trading_account').set(ended).where('id', '=', open.accountId).execute();
  await resumeRemedies(server.deps);
  await server.drain();
  expect(transfers).toHaveLength(tried);
  expect(await remediedAt(id)).not.toBeNull();
  expect(await open.mails()).toEqual([]);
});

test('two incidents pay an hour once: the second is dated without the first', async () => {
  const open = await trader();
  await server.clock.advance(hourMs);
  const first = await openOutage();
  const from = now();
  await server.clock.advance(30 * minuteMs);
  const second = await openOutage();
  await server.clock.advance(10 * minuteMs);
  const firstEnd = now();
  // Down 8 ticks until the first ends, 4 more until the second does.
  await open.play(fill(from - minuteMs, 'buy', 24_000), mark(from + 35 * minuteMs, 23_995));
  await open.play(mark(firstEnd - 1, 23_992), mark(firstEnd + 1, 23_992));
  await resolve(first);
  await server.drain();
  await server.clock.advance(20 * minuteMs);
  await open.play(mark(now() - 1, 23_988), mark(now() + 1, 23_988));
  expect((await resolve(second)).validation_errors).toHaveProperty('outageFrom');
  expect((await resolve(second, { outageFrom: minuteOf(firstEnd) })).response_status).toBe(200);
  await server.drain();
  // The first has credited $100 at its end; the equity fell by $50 from there.
  const paid = transfers.filter(({ accountId }) => accountId === open.accountId).map(({ cents }) => cents);
  expect(paid).toEqual([10_000, 5_000]);
});

describe('staff', () => {
  test('say who couldn’t trade, and can’t call an outage nobody’s or date it wrong', async () => {
    const id = await openOutage();
    await server.clock.advance(minuteMs);
    expect((await resolve(id, { outage: '' })).validation_errors).toHaveProperty('outage');
    expect((await resolve(id, { outage: 'nobody' })).validation_errors).toHaveProperty('outage');
    const yearAgo = minuteOf(now() - 365 * dayMs);
    expect((await resolve(id, { outageFrom: yearAgo })).validation_errors).toHaveProperty('outageFrom');
    expect((await resolve(id, { outageUntil: yearAgo })).validation_errors).toHaveProperty('outageFrom');
    expect((await resolve(id, { outageUntil: minuteOf(now() + hourMs) })).validation_errors).toHaveProperty(
      'outageFrom',
    );
    expect((await resolve(id)).response_status).toBe(200);
    expect((await resolve(id, { text: 'Again.' })).response_status).toBe(409);
    const degraded = await openOutage('degraded');
    await server.clock.advance(minuteMs);
    expect((await resolve(degraded, { outage: 'nobody' })).response_status).toBe(200);
    await server.drain();
    expect(await remediedAt(degraded)).toBeNull();
  });

  test('only the platform’s accounts are affected, and those of staff are left to colleagues', async () => {
    const [other, colleague] = [await trader(), await trader(['support'])];
    await server.clock.advance(hourMs);
    const [first, second] = [await openOutage(), await openOutage()];
    const from = now();
    await server.clock.advance(10 * minuteMs);
    for (const each of [other, colleague]) {
      await each.play(fill(from - minuteMs, 'buy', 24_000), mark(now() + 1, 23_900));
    }
    await resolve(first, { outage: 'tradovate' });
    await server.drain();
    expect(transfers.some(({ accountId }) => accountId === other.accountId)).toBe(false);
    await resolve(second, { outage: 'rithmic' });
    await server.drain();
    expect(transfers.some(({ accountId }) => accountId === other.accountId)).toBe(true);
    expect(transfers.some(({ accountId }) => accountId === colleague.accountId)).toBe(false);
  });

  test('who resolve two incidents at once can’t count the same time twice', async () => {
    const both = [await openOutage(), await openOutage()];
    await server.clock.advance(10 * minuteMs);
    const answers = await Promise.all(both.map((id) => resolve(id)));
    expect(answers.map(({ response_status }) => response_status).sort()).toEqual([200, 422]);
  });

  test('add once, up to the limits, with a reason, not to their own, and can’t take it back', async () => {
    const open = await trader();
    const trier = await signInPerson(server);
    const trial = await buy(trier, { kind: 'trial', packageId: 'trial-classic-50k' });
    const trialEndsAt = await trial.endsAt();
    const id = await outage(30, (from, until) =>
      open.play(fill(from - minuteMs, 'buy', 24_000), mark(until + 1_000, 23_992)),
    );
    const [risk, own] = [await signInStaff(server, 'risk_manager'), await trader(['admin'])];
    const account = await open.number();
    type Added = BodyOf<typeof officeRemedyAdd>;
    const add = async (change: Partial<Added>, token = risk.token) => {
      const body: Added = {
        incidentId: id,
        account,
        amountUsd: 0,
        days: 0,
        reason: 'Two orders were late.',
        ...change,
      };
      return (await ask(officeRemedyAdd, { token, body })).response_status;
    };
    for (const amountUsd of [-1, 0, 0.004, 500.01]) expect(await add({ amountUsd }), String(amountUsd)).toBe(422);
    for (const wrong of [{ reason: ' ' }, { account: 'RTH-0' }, { days: 1 }])
      expect(await add({ amountUsd: 1, ...wrong })).toBe(422);
    expect(await add({ amountUsd: 12.5 }, signedIn.staff.token)).toBe(403);
    expect(await add({ amountUsd: 12.5, account: await own.number() }, own.token)).toBe(403);
    expect(await add({ amountUsd: 12.5, account: await own.number() })).toBe(200);
    expect((await Promise.all([add({ amountUsd: 12.5 }), add({ amountUsd: 12.5 })])).sort()).toEqual([200, 409]);
    expect(await add({ amountUsd: 1 }, own.token)).toBe(409);
    for (const days of [8, -1, 0.5]) expect(await add({ days, account: trial.number })).toBe(422);
    expect(await add({ days: 7, account: trial.number })).toBe(200);
    await server.drain();
    // $100 by rule and $12.50 by hand.
    expect((await open.state()).balanceCents).toBe(5_011_250);
    expect((await trial.endsAt()) - trialEndsAt).toBe(7 * dayMs);
    expect((await open.mails()).find(({ text }) => text.includes('Two orders were late.'))?.text).toContain('$12.50');
    const audit = server.deps.db.selectFrom('audit').select('actor').where('entity_id', '=', id);
    const added = await audit.where('action', '=', 'remedy-added').execute();
    expect(added.map(({ actor }) => actor)).toEqual(Array(3).fill(`person:${risk.personId}`));
  });

  test('never take away what the table gave', async () => {
    const open = await trader();
    const id = await outage(30, (from, until) =>
      open.play(fill(from - minuteMs, 'buy', 24_000), mark(until + 1_000, 23_992)),
    );
    const account = await open.number();
    const record = (remedy: 'none' | 'refund') =>
      ask(officeIncidentAccounts, {
        ...{ token: signedIn.staff.token, body: { incidentId: id, accounts: account, remedy, note: 'Nothing.' } },
      });
    expect((await record('none')).response_status).toBe(409);
    expect((await record('refund')).response_status).toBe(409);
  });
});

test('an operator hears of remedies that are late, each time', async () => {
  const open = await trader();
  await outage(30, (from) => open.play(fill(from - minuteMs, 'buy', 24_000), mark(from + minuteMs, 23_900)));
  await resumeRemedies(server.deps);
  await server.clock.advance(dayMs);
  for (const _ of [1, 2]) await expect(resumeRemedies(server.deps)).rejects.toThrow('remedies are late');
  await open.play(mark(now() - dayMs + 1, 23_900));
  await expect(resumeRemedies(server.deps)).rejects.toThrow('remedies are late');
  await server.drain();
  await resumeRemedies(server.deps);
});
