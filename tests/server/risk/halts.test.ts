import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { reconcileAccess } from '#server/accounts/access/reconcile.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { createAnnouncement, endAnnouncement, listAnnouncements } from '#shared/messages/contract-announcements.ts';
import { decideHalt, requestHalt, requestHaltEnd } from '#shared/risk/contract-halts.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyAccount, giveRoles, signInPerson } from '../support/people.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;
let first: string;
let second: string;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + hourMs });
  ask = client(server);
  [first = '', second = ''] = await Promise.all(
    [1, 2].map(async () => {
      const person = await signInPerson(server, { lifetimeMs: 30 * dayMs });
      await giveRoles(server, person.personId, ['risk_manager']);
      return person.token;
    }),
  );
});

afterAll(() => server.close());

const text = { textEn: 'The feed is late.', textFr: 'Le flux est en retard.', textPt: 'O feed está atrasado.' };
const signInTrader = () => signInPerson(server, { lifetimeMs: 30 * dayMs });
type Target = BodyOf<typeof requestHalt>['target'];

const request = async (target: Target, token = first) => ask(requestHalt, { token, body: { target, ...text } });
const decide = (haltId: string, decision: 'approve' | 'decline', token = second) =>
  ask(decideHalt, { token, body: { haltId, decision } });
const accessOf = async (accountId: string) =>
  (
    await server.deps.db
      .selectFrom('trading_account')
      .select('access')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).access;
const announcementsOf = async (token: string, locale = 'en') =>
  (await ask(listAnnouncements, { token, locale })).data.announcements;

async function liftHalt(haltId: string): Promise<void> {
  await ask(requestHaltEnd, { token: first, body: { haltId } });
  await decide(haltId, 'approve');
  await server.drain();
}

describe('a halt', () => {
  test('starts and ends with two people’s approval, suspends the accounts it covers and shows their traders why', async () => {
    const [covered, other] = [await signInTrader(), await signInTrader()];
    const classic = await buyAccount(server, covered.personId, 'classic-50k');
    const merit = await buyAccount(server, other.personId, 'merit-50k');
    const { haltId } = (await request('program:classic')).data;
    await server.drain();
    expect(await accessOf(classic)).toBeNull();
    expect((await request('program:classic')).response_status).toBe(409);
    expect((await decide(haltId, 'approve', first)).error_code).toBe('second_person');
    const answers = await Promise.all([decide(haltId, 'approve'), decide(haltId, 'approve')]);
    expect(answers.map(({ response_status: status }) => status).sort()).toEqual([200, 409]);
    await server.drain();

    expect(await accessOf(classic)).toMatchObject({ trading: false, flatten: false, until: null, reason: 'halt' });
    expect((await accessOf(merit))?.trading ?? true).toBe(true);
    const { data } = await ask(accountDetails, { token: covered.token, query: { accountId: classic } });
    expect(data.suspendedFor).toEqual(['halt']);
    expect(await announcementsOf(covered.token, 'fr')).toMatchObject([
      { title: 'Le trading est interrompu\u00a0: Classic', text: 'Le flux est en retard.' },
    ]);
    expect(await announcementsOf(other.token)).toEqual([]);

    const laterAccount = await buyAccount(server, (await signInTrader()).personId, 'classic-50k');
    await server.drain();
    expect((await accessOf(laterAccount))?.trading).toBe(false);
    await reconcileAccess(server.deps);
    await server.drain();
    expect((await accessOf(classic))?.trading).toBe(false);

    await ask(requestHaltEnd, { token: second, body: { haltId } });
    expect((await decide(haltId, 'approve', second)).error_code).toBe('second_person');
    await decide(haltId, 'approve', first);
    await server.drain();
    expect((await accessOf(classic))?.trading).toBe(true);
    expect((await accessOf(laterAccount))?.trading).toBe(true);
    expect(await announcementsOf(covered.token)).toEqual([]);
    const { rows } = (await ask(officeLists.halts.page, { token: first, query: {} })).data;
    expect(rows[0]).toMatchObject({ scope: 'program', target: 'classic', status: 'lifted' });
  });

  test('of an instrument leaves accounts trading and sends the platform the instruments to refuse', async () => {
    const accountId = await buyAccount(server, (await signInTrader()).personId);
    const { haltId } = (await request('instrument:ES')).data;
    await decide(haltId, 'approve');
    await server.drain();
    expect(await accessOf(accountId)).toMatchObject({ trading: true, haltedInstruments: ['ES'] });
    const simulatedAccount = await server.deps.db
      .selectFrom('simulated_account')
      .select('halted_instruments')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    expect(simulatedAccount.halted_instruments).toEqual(['ES']);
    await liftHalt(haltId);
    expect(await accessOf(accountId)).not.toHaveProperty('haltedInstruments');
  });

  test('that is declined never starts, and a request to end it can be declined too', async () => {
    const accountId = await buyAccount(server, (await signInTrader()).personId);
    const declined = (await request('all')).data.haltId;
    await decide(declined, 'decline');
    await server.drain();
    expect((await accessOf(accountId))?.trading ?? true).toBe(true);
    const { haltId } = (await request('all')).data;
    await decide(haltId, 'approve');
    await ask(requestHaltEnd, { token: first, body: { haltId } });
    await decide(haltId, 'decline');
    await server.drain();
    expect((await accessOf(accountId))?.trading).toBe(false);
    await liftHalt(haltId);
    expect((await accessOf(accountId))?.trading).toBe(true);
  });
});

describe('an announcement', () => {
  test('is shown to its traders between its start and end times, and can be taken down', async () => {
    const [dxfeed, nobody] = [await signInTrader(), await signInTrader()];
    await buyAccount(server, dxfeed.personId);
    const { platform } = await server.deps.db
      .selectFrom('trading_account')
      .select('platform')
      .where('person_id', '=', dxfeed.personId)
      .executeTakeFirstOrThrow();
    const timeIn = (ms: number) => new Date(server.deps.clock().getTime() + ms).toISOString().slice(0, 16);
    const body = {
      program: 'all' as const,
      platform,
      showFrom: timeIn(hourMs),
      showUntil: timeIn(3 * hourMs),
      titleEn: 'Maintenance',
      titleFr: 'Maintenance',
      titlePt: 'Manutenção',
      ...text,
    };
    const { data } = await ask(createAnnouncement, { token: first, body });
    expect(await announcementsOf(dxfeed.token)).toEqual([]);
    await server.clock.advance(hourMs);
    expect(await announcementsOf(dxfeed.token, 'pt')).toMatchObject([
      { title: 'Manutenção', text: 'O feed está atrasado.' },
    ]);
    expect(await announcementsOf(nobody.token)).toEqual([]);
    await server.clock.advance(2 * hourMs);
    expect(await announcementsOf(dxfeed.token)).toEqual([]);
    expect(
      (await ask(endAnnouncement, { token: first, body: { announcementId: data.announcementId } })).response_status,
    ).toBe(409);

    const everyone = { ...body, platform: 'all' as const, showFrom: timeIn(-hourMs), showUntil: timeIn(hourMs) };
    const { announcementId } = (await ask(createAnnouncement, { token: first, body: everyone })).data;
    expect(await announcementsOf(nobody.token)).toHaveLength(1);
    await ask(endAnnouncement, { token: first, body: { announcementId } });
    expect(await announcementsOf(nobody.token)).toEqual([]);
    const wrong = await ask(createAnnouncement, { token: first, body: { ...body, showUntil: body.showFrom } });
    expect(wrong.validation_errors).toHaveProperty('showUntil');
  });
});
