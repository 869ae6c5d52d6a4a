import { randomUUID } from 'node:crypto';
import * as details from '#shared/accounts/contract.ts';
import { updateAlerts } from '#shared/accounts/contract-alerts.ts';
import { accountCredentials, resumeMarketData } from '#shared/accounts/contract-details.ts';
import { saveJournalEntry } from '#shared/accounts/contract-journal.ts';
import { lockAccountNow, updatePersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import { lockPeriods, noLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import { declareSubscriptionEnd } from '#shared/billing/contract.ts';
import { reissueCertificate } from '#shared/certificates/contract.ts';
import { tradingDayOf } from '#shared/exchange/trading-day.ts';
import { updateMessageStatus } from '#shared/messages/contract.ts';
import { subscribeNewsletter } from '#shared/messages/contract-newsletter.ts';
import * as identity from '#shared/people/contract.ts';
import { changePassword, submitForgotEmail } from '#shared/people/contract-password.ts';
import { deleteProfile, updateProfile } from '#shared/people/contract-profile.ts';
import { endOtherSessions } from '#shared/people/contract-security.ts';
import { logout } from '#shared/people/contract-session.ts';
import { subscribeStatus } from '#shared/status/contract.ts';
import { goodPassword } from '../server/support/identity.ts';
import type { Chance } from './chance.ts';
import { type Firm, pickAccount, staySignedIn, type Trader } from './firm.ts';
import type { World } from './world.ts';

/** Someone changes what an account is called, when it stops, whom it alerts, and what its journal says. */
export async function arrange(world: World, trader: Trader, chance: Chance): Promise<void> {
  const { token } = trader;
  const account = await pickAccount(world, trader, chance);
  if (!account) return;
  const { id: accountId } = account;
  await world.ask(details.renameAccount, { body: { accountId, nickname: `Number ${chance.below(9)}` }, token });
  const stop = {
    ...noLimits,
    ...{ lossCents: chance.pick([null, 50_000, 200_000]), trades: chance.pick([null, 3]) },
    ...{ giveBackCents: chance.pick([null, 30_000]), weekLossCents: chance.pick([null, 100_000]) },
    losingTrades: chance.pick([null, { count: 2, minutes: 30 }]),
    newsMinutes: chance.hits(0.3) ? 5 : null,
    noAveragingDown: chance.hits(0.3),
  };
  if (chance.hits(0.3)) await world.ask(updatePersonalStop, { body: { accountId, ...stop }, token });
  if (chance.hits(0.1))
    await world.ask(lockAccountNow, { body: { accountId, period: chance.pick(lockPeriods) }, token });
  const limits = { roomBps: 2_500, dailyTargetCents: chance.pick([null, 40_000]), contractsBps: null };
  await world.ask(updateAlerts, { body: { accountId, ...limits, mail: true, push: false, pushAmounts: false }, token });
  const entry = { accountId, day: tradingDayOf(Date.now()), revision: 0, tags: ['plan'], notes: 'Patient.' };
  await world.ask(saveJournalEntry, { body: entry, token });
  await world.ask(accountCredentials, { body: { accountId }, token });
  await world.ask(resumeMarketData, { body: { accountId }, token });
  await world.ask(updateMessageStatus, { body: {}, token });
}

/** Someone moves, signs in elsewhere, changes the password, has a certificate renewed or subscribes. */
export async function settings(world: World, trader: Trader, chance: Chance): Promise<void> {
  const { token, personId } = trader;
  const person = await world.db.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirst();
  if (!person) return;
  const { first_name, last_name, country, email } = person;
  const language = chance.pick(['en', 'fr', 'pt'] as const);
  await world.ask(updateProfile, {
    body: { first_name, last_name, country, language, time_zone: 'Europe/Lisbon' },
    token,
  });
  if (person.password_hash) {
    const again = { current_password: goodPassword, password: goodPassword, confirm_password: goodPassword };
    if (chance.hits(0.3)) await world.ask(changePassword, { body: again, token });
    const elsewhere = await world.answer(identity.submitLogin, { body: { email, password: goodPassword } });
    if (elsewhere?.token) await world.ask(logout, { token: elsewhere.token });
    await world.ask(submitForgotEmail, { body: { email } });
  }
  if (chance.hits(0.3)) await world.ask(endOtherSessions, { token });
  await staySignedIn(world);
  const certificate = await world.db
    .selectFrom('certificate')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('id')
    .executeTakeFirst();
  const shown = { nameStyle: chance.pick(['full', 'initials'] as const), showsAmount: 1 as const };
  if (certificate) await world.ask(reissueCertificate, { body: { certificateId: certificate.id, ...shown }, token });
  const subscriber = { email: `reader-${randomUUID()}@example.com`, captcha: 'solved' };
  await world.ask(subscribeNewsletter, { body: { ...subscriber, termsUse: 1 } });
  await world.ask(subscribeStatus, { body: subscriber });
  await world.drain();
}

/** Someone ends a subscription by the form that needs no sign-in. */
export async function declareEnd(world: World, { personId }: Trader): Promise<void> {
  const order = await world.db
    .selectFrom('subscription')
    .innerJoin('orders', 'orders.id', 'subscription.order_id')
    .select(['number', 'email', 'first_name', 'last_name'])
    .where('subscription.person_id', '=', personId)
    .orderBy('orders.id')
    .executeTakeFirst();
  if (!order) return;
  const { number, email, first_name, last_name } = order;
  await world.ask(declareSubscriptionEnd, { body: { name: `${first_name} ${last_name}`, email, order: number } });
  await world.drain();
}

/** Someone leaves for good, which waits while money is on its way. */
export async function leave(world: World, trader: Trader, _: Chance, firm: Firm): Promise<void> {
  if (firm.traders.length < 3) return;
  if (!(await world.answer(deleteProfile, { token: trader.token }))) return;
  firm.traders.splice(firm.traders.indexOf(trader), 1);
  firm.gone.push(trader.personId);
  await world.drain();
}
