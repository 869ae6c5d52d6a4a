import { beforeEach, describe, expect, test } from 'vitest';
import { removeStored } from '#app/http/browser-storage.ts';
import { createCheckout } from '#app/orders/stores/checkout.ts';
import { selectionOf } from '#app/orders/stores/checkout-selection.ts';
import { $session, startSession } from '#app/shell/stores/session.ts';
import { hourMs } from '#lib/durations.ts';
import { storageKeys } from '#shared/core/constants.ts';
import { easyCaptcha } from '../../server/support/identity.ts';
import { buyAccount, signInPerson } from '../../server/support/people.ts';
import { play, trade } from '../../server/support/trading.ts';
import { openPage, restorePage, serveStores, signIn, toasts, until } from '../support.ts';
import { ada, classic, openBrowser, openCheckout, ownEmail } from './open-checkout.ts';

const server = await serveStores({ replace: { captcha: easyCaptcha } });

beforeEach(openBrowser);

/** Checks the session as a restored page does. */
async function checkSession(): Promise<void> {
  await startSession();
  $session.set({ status: 'checking' });
  restorePage();
  await until(() => $session.get().status !== 'checking');
}

describe('a signed-in buyer', () => {
  test('finds their details filled in, except where they had already typed', async () => {
    const { token, personId } = await signInPerson(server);
    signIn(token);
    const checkout = createCheckout(classic);
    checkout.setBuyer('first_name', 'Augusta');
    const stop = checkout.followUser();
    await checkSession();
    expect($session.get().status).toBe('verified');
    expect(checkout.$checkout.get().buyer).toMatchObject({
      ...{
        email: `${personId.toLowerCase()}@example.com`,
        first_name: 'Augusta',
        last_name: 'Ferreira',
        country: 'PT',
      },
    });
    stop();
  });

  test('gets a guest’s price, not an error, when the session ends during the checkout', async () => {
    const { token, sessionId } = await signInPerson(server);
    signIn(token);
    await checkSession();
    const checkout = createCheckout(classic);
    await server.deps.db
      .updateTable('session')
      .set({ ended_at: server.clock.now() })
      .where('id', '=', sessionId)
      .execute();
    await checkout.refreshQuote();
    expect(checkout.$quote.get()).toMatchObject({ status: 'ready', quote: { totalCents: 9_900 } });
  });

  test('can reset their own account, but not another person’s', async () => {
    const mine = await signInPerson(server);
    const accountId = await buyAccount(server, mine.personId);
    await play(server, accountId, trade(server.clock.now().getTime() - hourMs, 4));
    const reset = () => createCheckout(selectionOf('checkoutReset', { packageId: 'classic-50k', accountId }));
    signIn(mine.token);
    const own = reset();
    await own.refreshQuote();
    expect(own.$quote.get()).toMatchObject({ status: 'ready', quote: { account: { id: accountId } } });
    signIn((await signInPerson(server)).token);
    const theirs = reset();
    await theirs.refreshQuote();
    expect(theirs.$quote.get()).toMatchObject({ status: 'failed', isUnknown: true });
  });
});

describe('the saved form', () => {
  const saved = {
    form: {
      ...{ owner: null, choice: { platform: 'rithmic', addOns: [], coupon: 'TIDE20' }, coupon: 'TIDE20' },
      buyer: { ...ada, postal_code: '', company_name: 'Ada & Co', vat_number: '' },
    },
  };

  test('is in the page’s own history entry once Pay is pressed', async () => {
    const page = openPage('/check-out/classic-25k', { scroll: 7 });
    const checkout = await openCheckout();
    await checkout.submit();
    expect(page.state()).toMatchObject({
      scroll: 7,
      form: { owner: null, choice: { platform: 'dxfeed' }, buyer: { last_name: 'Ferreira' } },
    });
  });

  test('is restored after going back or reloading, with the product from the address', async () => {
    openPage('/check-out/classic-25k', saved);
    const checkout = createCheckout(classic);
    expect(checkout.$checkout.get().buyer).toMatchObject({ email: ada.email, company_name: 'Ada & Co' });
    expect(checkout.$selection.get()).toEqual({ ...classic, platform: 'rithmic', coupon: 'TIDE20' });
    expect(checkout.coupon.$coupon.get().typed).toBe('TIDE20');
    await checkout.refreshQuote();
    expect(checkout.$quote.get().quote).toMatchObject({ totalCents: 7_920 });
  });

  test('of a signed-in person is shown to nobody else', async () => {
    openPage('/check-out/classic-25k', { form: { ...saved.form, owner: 'somebody' } });
    const checkout = createCheckout(classic);
    expect(checkout.$checkout.get().buyer).toMatchObject({ email: '', last_name: '' });
    signIn((await signInPerson(server)).token);
    const stop = checkout.followUser();
    await checkSession();
    expect(checkout.$checkout.get().buyer).toMatchObject({ company_name: '', last_name: 'Ferreira' });
    stop();
  });

  test.each([['nothing'], [{ form: { owner: null } }], [{ form: { ...saved.form, coupon: 7 } }]])(
    'in an older format is left aside: %j',
    (state) => {
      openPage('/check-out/classic-25k', state);
      expect(createCheckout(classic).$checkout.get().buyer.email).toBe('');
    },
  );

  test('of an unpaid order is restored by its link in the same browser', async () => {
    const first = await openCheckout({ country: 'FR' });
    await first.select({ platform: 'rithmic' });
    await first.submit();
    const { id } = await server.deps.db
      .selectFrom('orders')
      .select('id')
      .where('email', '=', ownEmail())
      .executeTakeFirstOrThrow();
    const page = openPage(`/check-out/classic-25k?order=${id}`);
    const checkout = createCheckout(classic);
    await checkout.restore();
    expect(page.address()).toBe('/check-out/classic-25k');
    expect(checkout.$selection.get()).toMatchObject({ platform: 'rithmic' });
    expect(checkout.$checkout.get().buyer).toMatchObject({ last_name: 'Ferreira', country: 'FR', termsUse: 1 });
    expect(checkout.$quote.get().status).toBe('ready');
  });

  test('is restored neither in another browser nor over newer input', async () => {
    await (await openCheckout()).submit();
    const { id } = await server.deps.db
      .selectFrom('orders')
      .select('id')
      .where('email', '=', ownEmail())
      .executeTakeFirstOrThrow();
    const link = `/check-out/classic-25k?order=${id}`;
    openPage(link);
    const typing = createCheckout(classic);
    typing.setBuyer('email', 'grace@example.com');
    await typing.restore();
    expect(typing.$checkout.get().buyer).toMatchObject({ email: 'grace@example.com', last_name: '' });
    removeStored(storageKeys.sessionId);
    openPage(link);
    const other = createCheckout(classic);
    await other.restore();
    expect(other.$checkout.get().buyer).toMatchObject({ email: '', last_name: '' });
    expect(toasts()).toEqual([]);
  });
});
