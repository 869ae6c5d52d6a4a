import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  $codeSentTo,
  $payoutAccess,
  $payoutLink,
  createAccessForm,
  createCodeForm,
} from '#app/payouts/stores/access.ts';
import { $payoutLocation, followPayoutLocation, requestPath } from '#app/payouts/stores/location.ts';
import {
  $closingPayoutId,
  $payout,
  $payoutAccounts,
  $payouts,
  closePayout,
  createPayoutRequest,
  quoteFor,
} from '#app/payouts/stores/payouts.ts';
import { $session } from '#app/shell/stores/session.ts';
import { dayMs } from '#lib/durations.ts';
import { requestPayout } from '#shared/payouts/contract.ts';
import { addDestination } from '#shared/payouts/contract-payees.ts';
import { testStart } from '../../server/support/app.ts';
import { confirmNow, type FundedTrader, fundTrader } from '../../server/support/funded.ts';
import { signInPerson } from '../../server/support/people.ts';
import { connectFetch, hold, openPage, serveStores, signIn, toasts, until } from '../support.ts';

const server = await serveStores({ startAt: testStart + 7 * dayMs });

beforeEach(() => {
  $payouts.clear();
  $payout.clear();
  $payoutAccounts.clear();
  $payoutAccess.set(null);
  $codeSentTo.set(null);
});

/** A trader with five winning days of $1,250: $6,250 of profit, part of which can be the account's first payout. */
async function openTrader(): Promise<FundedTrader> {
  const trader = await fundTrader(server);
  signIn(trader.token);
  await confirmNow(server, trader.personId);
  return trader;
}

/** A request form whose offer has loaded. */
async function openRequest(trader: FundedTrader) {
  openPage('/dashboard/withdrawal');
  const form = createPayoutRequest(trader.accountId);
  await form.load();
  const offer = form.$offer.get();
  if (offer.status !== 'ready') throw new Error(offer.status);
  return { ...form, offer: offer.data };
}

async function addSecondDestination(trader: FundedTrader): Promise<string> {
  const body = {
    ...{ kind: 'usdc' as const, payee_name: 'Ada Ferreira', country: 'PT', network: 'base' as const },
    usdc_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    last_six: '169EE7',
  };
  const added = await trader.ask(addDestination, { token: trader.token, body: body as never });
  if (added.response_status !== 200) throw new Error(JSON.stringify(added.validation_errors));
  return (added.data as { destinationId: string }).destinationId;
}

const fail = (status = 500) => connectFetch(server, () => new Response(null, { status }));

describe('accounts with payouts', () => {
  test('are all listed; a failed reload keeps them and says so', async () => {
    const { accountId } = await openTrader();
    await $payoutAccounts.load();
    const shown = $payoutAccounts.get();
    expect(shown).toMatchObject({ status: 'ready', data: { accounts: [{ accountId }] } });
    fail();
    await $payoutAccounts.load();
    expect($payoutAccounts.get()).toBe(shown);
    expect(toasts()).toEqual([{ key: 'server_error' }]);
  });

  test('can be reloaded after a first load that fails', async () => {
    await openTrader();
    const reconnect = fail();
    await $payoutAccounts.load();
    expect($payoutAccounts.get()).toMatchObject({ status: 'failed' });
    reconnect();
    await $payoutAccounts.load();
    expect($payoutAccounts.get().status).toBe('ready');
  });
});

describe('requesting a payout', () => {
  test('starts with the largest possible amount and the usable destination', async () => {
    const trader = await openTrader();
    const { $form, offer } = await openRequest(trader);
    // A Classic 50K's first payout: half of the balance above $50,000, at most $2,000.
    expect(offer.quote.maximumCents).toBeGreaterThan(0);
    expect($form.get()).toEqual({
      amountCents: offer.quote.maximumCents,
      typed: null,
      destinationId: trader.destinationId,
      busy: false,
    });
  });

  test('starts with the minimum if the largest amount would take the account almost to its floor', async () => {
    const trader = await openTrader();
    // Five days of $1,250, with a floor $1,500.01 below: one cent more than the cap of the first payout.
    await sql`update trading_account set state = state || '{"floorCents": 5474999}'
      where id = ${trader.accountId}`.execute(server.deps.db);
    const { $form, offer } = await openRequest(trader);
    expect(quoteFor(offer, offer.quote.maximumCents)).toMatchObject({ amountCents: 150_000, aboveFloorCents: 1 });
    expect($form.get().amountCents).toBe(25_000);
  });

  test('shows the same figures for another amount as the server', async () => {
    const trader = await openTrader();
    const { offer } = await openRequest(trader);
    for (const amountCents of [25_000, 99_999, 150_000]) {
      expect(quoteFor(offer, amountCents)).toEqual((await trader.quote(amountCents)).quote);
    }
  });

  test.each([
    ['1,250', 125_000, null],
    ['$1,250', 125_000, null],
    ['1.250', 0, '1.250'],
    ['twelve', 0, 'twelve'],
  ])('of %s is requested as written, or not at all while it stays in the field', async (typed, amountCents, left) => {
    const { typeAmount, showReadAmount, setDestination, $form } = await openRequest(await openTrader());
    typeAmount(typed);
    expect($form.get()).toMatchObject({ amountCents, typed });
    showReadAmount();
    await setDestination($form.get().destinationId);
    expect($form.get()).toMatchObject({ amountCents, typed: left });
  });

  test('says once that the session has ended', async () => {
    const { submit, offer } = await openRequest(await openTrader());
    $session.set({ status: 'checking' });
    signIn('nobody');
    await submit(offer.quote);
    expect($session.get()).toMatchObject({ status: 'logged-out' });
    expect(toasts()).toEqual([{ key: 'invalid_token' }]);
  });

  test('sends one request, however often the button is pressed, and opens its page', async () => {
    const trader = await openTrader();
    const { offer, setAmount, submit, $form } = await openRequest(trader);
    const page = openPage('/dashboard/withdrawal');
    setAmount(100_000);
    const quote = quoteFor(offer, 100_000);
    const first = submit(quote);
    expect($form.get().busy).toBe(true);
    await Promise.all([first, submit(quote)]);
    const payouts = await trader.list();
    expect(payouts.map(({ amountCents }) => amountCents)).toEqual([100_000]);
    expect($payout.get()).toMatchObject({ status: 'ready', data: { id: payouts[0]?.id } });
    expect([...page.visited, page.address()].join(' ')).toContain(`payout=${payouts[0]?.id}`);
    expect(toasts()).toEqual([]);
  });

  test('makes no second request when the person tries again after a lost response', async () => {
    const trader = await openTrader();
    const { offer, setAmount, submit } = await openRequest(trader);
    setAmount(100_000);
    let isLost = true;
    connectFetch(server, async (path, request) => {
      if (!path.endsWith(requestPayout.path) || !isLost) return undefined;
      isLost = false;
      await server.app.request(path, new Request(request, { keepalive: false }));
      throw new TypeError('fetch failed');
    });
    await submit(quoteFor(offer, 100_000));
    expect(toasts()).toEqual([{ key: 'network' }]);
    expect($payout.get().status).toBe('loading');
    await submit(quoteFor(offer, 100_000));
    expect(await trader.list()).toHaveLength(1);
    expect($payout.get()).toMatchObject({ status: 'ready', data: { amountCents: 100_000 } });
  });

  test('treats another amount as another request, which the first one blocks with a reason', async () => {
    const trader = await openTrader();
    const { offer, setAmount, submit } = await openRequest(trader);
    setAmount(100_000);
    await submit(quoteFor(offer, 100_000));
    setAmount(50_000);
    await submit(quoteFor(offer, 50_000));
    expect(await trader.list()).toHaveLength(1);
    const [toast] = toasts();
    expect(toast).toHaveProperty('text');
  });

  test('refuses outdated figures and shows the newest ones', async () => {
    const trader = await openTrader();
    const form = await openRequest(trader);
    const { offer, setAmount, submit, $form } = form;
    const before = form.$offer.get();
    setAmount(100_000);
    await submit({ ...quoteFor(offer, 100_000), netCents: 999_999 });
    expect(await trader.list()).toEqual([]);
    expect(toasts()).toHaveLength(1);
    expect($form.get()).toMatchObject({ amountCents: 100_000, busy: false });
    expect(form.$offer.get()).not.toBe(before);
    expect(form.$offer.get()).toMatchObject({ status: 'ready' });
  });

  test('shows the figures of the destination chosen last, whichever response comes first', async () => {
    const trader = await openTrader();
    const second = await addSecondDestination(trader);
    const { setDestination, $offer, $form } = await openRequest(trader);
    const late = hold<Response>();
    let asked = 0;
    connectFetch(server, async (path, request) => {
      if (!path.includes('quote')) return undefined;
      asked += 1;
      if (asked > 1) return undefined;
      const answer = await server.app.request(path + new URL(request.url).search, request);
      await late.promise;
      return answer;
    });
    const first = setDestination(second);
    await until(() => asked === 1);
    await setDestination(trader.destinationId);
    late.settle(new Response());
    await first;
    expect($form.get().destinationId).toBe(trader.destinationId);
    const offer = $offer.get();
    expect(offer.status === 'ready' && offer.data.quote.method).toBe('bank-transfer');
  });

  test('reports another person’s account as missing, not as an error', async () => {
    await openTrader();
    const form = createPayoutRequest('RTH-999999');
    await form.load();
    expect(form.$offer.get()).toMatchObject({ status: 'missing' });
    expect(toasts()).toEqual([]);
  });

  test('can be reloaded when the figures fail to load', async () => {
    const trader = await openTrader();
    const form = createPayoutRequest(trader.accountId);
    const reconnect = connectFetch(server, (path) =>
      path.includes('quote') ? new Response(null, { status: 500 }) : undefined,
    );
    await form.load();
    expect(form.$offer.get()).toMatchObject({ status: 'failed' });
    expect(toasts()).toEqual([{ key: 'server_error' }]);
    reconnect();
    await form.load();
    expect(form.$offer.get().status).toBe('ready');
  });
});

describe('the history of payouts', () => {
  test('starts empty, lists a request and loads one of its payouts', async () => {
    const trader = await openTrader();
    await $payouts.load();
    expect($payouts.get()).toEqual({ status: 'ready', data: { payouts: [], more: false } });
    await $payouts.loadMore();
    expect($payouts.get()).toMatchObject({ data: { payouts: [] } });
    const { data } = await trader.request(100_000);
    await $payouts.load();
    expect($payouts.get()).toMatchObject({ data: { payouts: [{ id: data.payout.id, amountCents: 100_000 }] } });
    await $payout.load(data.payout.id);
    expect($payout.get()).toMatchObject({ status: 'ready', data: { status: 'requested' } });
  });

  test('can’t load another person’s payout', async () => {
    const trader = await openTrader();
    const { data } = await trader.request(100_000);
    signIn((await signInPerson(server)).token);
    await $payout.load(data.payout.id);
    expect($payout.get()).toMatchObject({ status: 'failed' });
    expect(toasts()).toHaveLength(1);
  });

  test('shows a canceled payout as canceled on its page and in the list, once', async () => {
    const trader = await openTrader();
    const { data } = await trader.request(100_000);
    await Promise.all([$payouts.load(), $payout.load(data.payout.id)]);
    const closing = closePayout(data.payout);
    expect($closingPayoutId.get()).toBe(data.payout.id);
    await Promise.all([closing, closePayout(data.payout)]);
    expect($closingPayoutId.get()).toBeNull();
    expect($payout.get()).toMatchObject({ data: { status: 'canceled' } });
    expect($payouts.get()).toMatchObject({ data: { payouts: [{ status: 'canceled' }] } });
    expect(toasts()).toEqual([]);
  });

  test('says why a payout can’t be canceled any more and leaves it unchanged', async () => {
    const trader = await openTrader();
    const { data } = await trader.request(100_000);
    await $payouts.load();
    await server.deps.db.updateTable('payout').set({ status: 'sent' }).where('id', '=', data.payout.id).execute();
    await closePayout(data.payout);
    expect(toasts()).toHaveLength(1);
    expect($payouts.get()).toMatchObject({ data: { payouts: [{ status: 'requested' }] } });
    expect($closingPayoutId.get()).toBeNull();
  });

  test('says so when it can’t be loaded', async () => {
    await openTrader();
    fail();
    await $payouts.load();
    expect($payouts.get()).toMatchObject({ status: 'failed' });
    expect(toasts()).toEqual([{ key: 'server_error' }]);
  });
});

describe('access by an emailed code', () => {
  async function readCode(email: string): Promise<string> {
    await server.drain();
    const texts = (await server.mails(email)).map(({ text }) => text);
    const code = texts.flatMap((text) => /^\d{6}$/m.exec(text)?.[0] ?? [])[0];
    if (!code) throw new Error(`No code in the mails to ${email}`);
    return code;
  }

  test('opens the payout screens of its address, and nothing of the session', async () => {
    const trader = await fundTrader(server);
    const email = `${trader.personId.toLowerCase()}@example.com`;
    $session.set({ status: 'logged-out' });
    await $payouts.load();
    expect($payouts.get()).toMatchObject({ status: 'failed' });
    toasts();

    const ask = createAccessForm();
    ask.set('email', email);
    await ask.submit();
    expect($codeSentTo.get()).toBe(email);
    expect(toasts()).toEqual([{ key: 'code_sent' }]);
    const code = createCodeForm(email);
    code.set('code', await readCode(email));
    await code.submit();
    expect($payoutAccess.get()?.token).toBeTruthy();
    await $payoutAccounts.load();
    expect($payoutAccounts.get()).toMatchObject({ data: { accounts: [{ accountId: trader.accountId }] } });
    expect($session.get()).toEqual({ status: 'logged-out' });
  });

  test('asks for the second factor of someone who uses two steps, without a message', async () => {
    const trader = await fundTrader(server);
    const email = `${trader.personId.toLowerCase()}@example.com`;
    const { db, clock } = server.deps;
    await db.updateTable('person').set({ two_factor_at: clock() }).where('id', '=', trader.personId).execute();
    const ask = createAccessForm();
    ask.set('email', email);
    await ask.submit();
    toasts();
    const code = createCodeForm(email);
    code.set('code', await readCode(email));
    await code.submit();
    expect([code.$needsAuthenticator.get(), $payoutAccess.get(), toasts()]).toEqual([true, null, []]);
    code.set('authenticator', '000000');
    await code.submit();
    expect(code.$form.get().errors).toHaveProperty('authenticator');
  });

  test('stays closed after a wrong code, which keeps the form', async () => {
    const trader = await fundTrader(server);
    const email = `${trader.personId.toLowerCase()}@example.com`;
    const ask = createAccessForm();
    ask.set('email', email);
    await ask.submit();
    const right = await readCode(email);
    const code = createCodeForm(email);
    code.set('code', right === '111111' ? '222222' : '111111');
    await code.submit();
    expect($payoutAccess.get()).toBeNull();
    expect(code.$form.get()).toMatchObject({ busy: false, round: 1 });
  });

  test('opens by the link in the mail, which gives way to the address form once it has been used', async () => {
    const trader = await fundTrader(server);
    const email = `${trader.personId.toLowerCase()}@example.com`;
    $session.set({ status: 'logged-out' });
    const ask = createAccessForm();
    ask.set('email', email);
    await ask.submit();
    await readCode(email);
    const text = (await server.mails(email)).map((mail) => mail.text).join(' ');
    const [, fragment = ''] = /withdrawal#(\S+)/.exec(text) ?? [];
    const link = Object.fromEntries(new URLSearchParams(fragment)) as { code: string; email: string };
    expect(link.email).toBe(email);
    $payoutLink.set(link);
    await createCodeForm(link.email, link.code).submit();
    expect($payoutAccess.get()?.token).toBeTruthy();
    expect($payoutLink.get()).toEqual(link);
    await createCodeForm(link.email, link.code).submit();
    expect($payoutLink.get()).toBeNull();
  });

  test('leads back to the address form once it has expired, without ending a session', async () => {
    $session.set({ status: 'logged-out' });
    $payoutAccess.set({ token: 'ended', expiresAt: 0 });
    $codeSentTo.set('somebody@example.com');
    await $payouts.load();
    expect($payoutAccess.get()).toBeNull();
    expect($codeSentTo.get()).toBeNull();
    expect($session.get()).toEqual({ status: 'logged-out' });
  });
});

describe('the current payout screen', () => {
  test('is read from the address and follows the back button', () => {
    const listeners = new Map<string, () => void>();
    const { addEventListener, removeEventListener } = globalThis;
    Object.assign(globalThis, {
      addEventListener: (name: string, run: () => void) => listeners.set(name, run),
      removeEventListener: (name: string) => listeners.delete(name),
    });
    openPage('/withdrawal/request/submit?payout=p1');
    const stop = followPayoutLocation();
    expect($payoutLocation.get()).toMatchObject({ screen: 'payoutSubmitted', query: { payout: 'p1' } });
    openPage(requestPath({ platform: 'dxfeed', platformAccountId: 'DXF-1' }));
    listeners.get('popstate')?.();
    expect($payoutLocation.get()).toMatchObject({
      screen: 'payoutRequestDxfeed',
      params: { dxfeed_account_id: 'DXF-1' },
    });
    openPage('/faq');
    listeners.get('popstate')?.();
    expect($payoutLocation.get()).toMatchObject({ screen: 'payoutRequestDxfeed' });
    stop();
    expect(listeners.has('popstate')).toBe(false);
    Object.assign(globalThis, { addEventListener, removeEventListener });
  });
});
