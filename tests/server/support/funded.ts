import { randomUUID } from 'node:crypto';
import { dayMs, hourMs } from '#lib/durations.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import type { Role } from '#shared/core/access.ts';
import { frontMonthOf } from '#shared/exchange/contract-month.ts';
import { getTradingDay, lastClosedDayAt, previousTradingDay, sessionCloseAt } from '#shared/exchange/trading-day.ts';
import * as calls from '#shared/payouts/contract.ts';
import { type TestApp, testStart } from './app.ts';
import { client } from './client.ts';
import { makePayable } from './payee.ts';
import { buyAccount, signInPerson } from './people.ts';
import { play, trade } from './trading.ts';

/**
 * Wednesday to Tuesday with one result each, in ES ticks of $12.50; the mark on the next Wednesday closes the last day.
 */
export function winningWeek(ticks: number, from = testStart): AccountEvent[] {
  const days = [0, 1, 2, 5, 6].flatMap((day) => trade(from + day * dayMs, ticks));
  return [...days, { type: 'mark', at: from + 7 * dayMs - 1, instrument: 'ES', month: '2026-12', priceTicks: 1 }];
}

/** Five days of $2,000, of which rules v4 pay, that end with a time. */
export function weekUntil(until: number): AccountEvent[] {
  const days = [lastClosedDayAt(until)];
  while (days.length < 5) days.unshift(previousTradingDay(days[0] ?? getTradingDay('')));
  const month = frontMonthOf('ES', until);
  const trades = days.flatMap((day) => trade(sessionCloseAt(day) - 4 * hourMs, 160, month));
  return [...trades, { type: 'mark', at: until - 1, instrument: 'ES', month, priceTicks: 1 }];
}

export type FundedTrader = Awaited<ReturnType<typeof fundTrader>>;

/** A signed-in trader with a funded Classic 50K and five equal results in a week: $1,250 each by default. */
export async function fundTrader(
  server: Pick<TestApp, 'app' | 'deps'>,
  { ticks = 100, packageId = 'classic-50k', week = winningWeek(ticks) } = {},
) {
  const { personId, token } = await signInPerson(server);
  const accountId = await buyAccount(server, personId, packageId);
  await server.deps.db.updateTable('trading_account').set({ phase: 'funded' }).where('id', '=', accountId).execute();
  await play(server, accountId, week);
  const destinationId = await makePayable(server, personId);
  const ask = client(server);
  const quote = async (amountCents?: number) =>
    (
      await ask(calls.payoutQuoteCall, {
        query: { accountId, ...(amountCents === undefined ? {} : { requestedCents: String(amountCents) }) },
        token,
      })
    ).data;
  return {
    personId,
    token,
    accountId,
    destinationId,
    ask,
    quote,
    async request(amountCents: number, idempotencyKey: string = randomUUID(), to = destinationId) {
      const { quote: quoted } = await quote(amountCents);
      return ask(calls.requestPayout, {
        body: { accountId, amountCents, destinationId: to, expectedNetCents: quoted.netCents },
        token,
        idempotencyKey,
      });
    },
    async list() {
      return (await ask(calls.fetchPayouts, { query: {}, token })).data.payouts;
    },
    close: (payoutId: string) => ask(calls.closeRithmicPayout, { body: { payoutId }, token }),
    async balanceCents() {
      const row = await server.deps.db
        .selectFrom('trading_account')
        .select('state')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      return row.state.balanceCents;
    },
  };
}

/** A reauthentication time that stays recent however far a test moves its clock. */
const alwaysFresh = new Date(Date.UTC(2999, 0, 1));

/** Marks the person as reauthenticated. */
export async function confirmNow(server: Pick<TestApp, 'deps'>, personId: string): Promise<void> {
  await server.deps.db
    .updateTable('session')
    .set({ confirmed_at: alwaysFresh })
    .where('person_id', '=', personId)
    .execute();
}

/** A staff member with two-step sign-in who has just reauthenticated. */
export async function signInStaff(server: Pick<TestApp, 'deps'>, ...roles: Role[]) {
  const staff = await signInPerson(server);
  await confirmNow(server, staff.personId);
  await server.deps.db
    .updateTable('person')
    .set({ roles, two_factor_at: server.deps.clock() })
    .where('id', '=', staff.personId)
    .execute();
  return staff;
}
