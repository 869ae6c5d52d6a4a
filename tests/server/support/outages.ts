import { hourMs, minuteMs } from '#lib/durations.ts';
import type { Platform } from '#server/accounts/ports/platform/platform.ts';
import type { AccountEvent, Fill } from '#shared/accounts/model.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { fetchOwnOutages, fetchStatus } from '#shared/status/contract.ts';
import { officeIncidentOpen, officeIncidentUpdate } from '#shared/status/contract-office.ts';
import type { Component } from '#shared/status/status.ts';
import { client } from './client.ts';
import { signInStaff } from './funded.ts';
import { buyAccount, signInPerson } from './people.ts';
import { type Shop, shopOn, startShop } from './shop.ts';
import { play } from './trading.ts';

export const fill = (at: number, side: Fill['side'], priceTicks: number, quantity = 1): AccountEvent => ({
  ...{ type: 'fill', at, side, priceTicks, quantity, instrument: 'ES', month: '2026-06', feeCents: 0 },
});
export const mark = (at: number, priceTicks: number): AccountEvent => ({
  ...{ type: 'mark', at, priceTicks, instrument: 'ES', month: '2026-06' },
});

export const minuteOf = (at: number) => new Date(at).toISOString().slice(0, 16);

type Resolution = Partial<BodyOf<typeof officeIncidentUpdate>>;

/** A shop whose platform's credits are watched, with what tests of outages do in it. A Classic 50K: one ES contract is $12.50 a tick. */
export async function startOutages(options: Parameters<typeof startShop>[1] = {}) {
  const state = { isPlatformDown: false };
  const transfers: { accountId: string; cents: number; id: string }[] = [];
  const base = await startShop({}, options);
  const { platform } = base.server.deps;
  const watched: Platform = {
    ...platform,
    async transferMoney(account, cents, id) {
      const done = await platform.transferMoney(account, cents, id);
      transfers.push({ accountId: account.accountId, cents, id });
      // The money has moved, and nobody here learns of it.
      if (state.isPlatformDown) throw new Error('no answer');
      return done;
    },
  };
  const server = await base.server.another({ platform: watched, payments: base.server.deps.payments });
  const shop: Shop = { ...shopOn(server), close: () => base.close() };
  const ask = client(server);
  /** Sessions of staff don’t last for weeks. */
  const signedIn = { staff: await signInStaff(server, 'support') };

  const now = () => server.clock.now().getTime();
  async function trader(roles: Parameters<typeof signInStaff>[1][] = []) {
    const person = roles.length > 0 ? await signInStaff(server, ...roles) : await signInPerson(server);
    const accountId = await buyAccount(server, person.personId);
    const read = () =>
      server.deps.db.selectFrom('trading_account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow();
    return {
      ...{ ...person, accountId, read },
      play: (...events: AccountEvent[]) => play(server, accountId, events),
      state: async () => (await read()).state,
      number: async () => (await read()).platform_account_id,
      outages: async () => (await ask(fetchOwnOutages, { token: person.token })).data.accounts,
      async mails() {
        await server.drain();
        const mails = await server.mails(`${person.personId.toLowerCase()}@example.com`);
        return mails.filter(({ subject }) => subject.includes('what you get for the outage'));
      },
    };
  }

  /** An outage of all platforms that begins now. */
  async function openOutage(impact: 'outage' | 'degraded' = 'outage', component: Component = 'platforms') {
    const body = { component, impact, title: 'Orders don’t go through', text: 'We look.' } as const;
    return (await ask(officeIncidentOpen, { token: signedIn.staff.token, body })).data.incidentId;
  }

  const resolve = (incidentId: string, change: Resolution = {}) =>
    ask(officeIncidentUpdate, {
      token: signedIn.staff.token,
      body: { incidentId, status: 'resolved', text: 'It works again.', outage: 'all', ...change },
    });

  const remediedAt = async (id: string) =>
    (await server.deps.db.selectFrom('incident').select('remedied_at').where('id', '=', id).executeTakeFirstOrThrow())
      .remedied_at;
  const incidentOf = async (id: string) => (await ask(fetchStatus)).data.incidents.find((each) => each.id === id);

  /** Prices and fills of a time span, an hour after the last test’s, and the outage in its middle. */
  async function outage(minutes: number, during: (startsAt: number, endsAt: number) => Promise<unknown>) {
    await server.clock.advance(hourMs);
    const id = await openOutage();
    const startsAt = now();
    await server.clock.advance(minutes * minuteMs);
    await during(startsAt, now());
    await resolve(id);
    await server.drain();
    return id;
  }
  return {
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
  };
}
