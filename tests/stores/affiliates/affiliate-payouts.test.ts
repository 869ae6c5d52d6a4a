import { beforeEach, describe, expect, test } from 'vitest';
import { $affiliate } from '#app/affiliates/stores/affiliate.ts';
import {
  $affiliateDestinations,
  $affiliatePayoutForm,
  $affiliatePayouts,
  closeOpenPayout,
  loadAffiliatePayouts,
  quoteForm,
  saveStatement,
  setPayoutAmount,
  setPayoutDestination,
  submitAffiliatePayout,
} from '#app/affiliates/stores/payouts.ts';
import { requestAffiliatePayout } from '#shared/affiliates/contract-payouts.ts';
import { addDestination } from '#shared/payouts/contract-payees.ts';
import { credit, joinAffiliates } from '../../server/support/affiliates.ts';
import { client } from '../../server/support/client.ts';
import { confirmNow } from '../../server/support/funded.ts';
import { makePayable } from '../../server/support/payee.ts';
import { shopOn } from '../../server/support/shop.ts';
import { catchDownloads, connectFetch, hold, serveStores, signIn, toasts, until } from '../support.ts';

const server = await serveStores();
const shop = { ...shopOn(server), close: () => server.close() };

beforeEach(() => {
  $affiliatePayouts.clear();
  $affiliateDestinations.set([]);
  $affiliatePayoutForm.set({ amount: '', destinationId: '', busy: false, error: null });
});

const fail = () => connectFetch(server, () => new Response(null, { status: 500 }));

/** An affiliate with $300.00 who meets every requirement for a payout. */
async function openAffiliate(availableCents = 30_000) {
  const affiliate = await joinAffiliates(shop);
  const destinationId = await makePayable(server, affiliate.personId);
  await confirmNow(server, affiliate.personId);
  if (availableCents > 0) await credit(shop, affiliate.personId, availableCents);
  signIn(affiliate.token);
  return { ...affiliate, destinationId };
}

function shown() {
  const state = $affiliatePayouts.get();
  if (state.status !== 'ready') throw new Error(state.status);
  return state.data;
}

function quote() {
  const quoted = quoteForm(shown(), $affiliatePayoutForm.get());
  if (!quoted) throw new Error('no destination');
  return quoted;
}

describe('an affiliate’s payout', () => {
  test('starts with the full available amount and the usable destination', async () => {
    const { destinationId } = await openAffiliate();
    await loadAffiliatePayouts();
    expect($affiliatePayoutForm.get()).toMatchObject({ amount: '300.00', destinationId, busy: false, error: null });
    expect(quote()).toMatchObject({ amountCents: 30_000, problem: null });
  });

  test('reads an amount as people write it and quotes nothing for anything else', async () => {
    await openAffiliate();
    await loadAffiliatePayouts();
    for (const [typed, cents] of [
      ['120.5', 12_050],
      ['120,50', 12_050],
      [' 7 ', 700],
      ['1,234.50', 123_450],
      ['$1,250', 125_000],
      ['-5', undefined],
      ['ten', undefined],
      ['1.999', undefined],
    ] as const) {
      setPayoutAmount(typed);
      expect(quoteForm(shown(), $affiliatePayoutForm.get())?.amountCents, typed).toBe(cents);
    }
  });

  test('is requested once, however often the button is pressed, and the balance follows', async () => {
    await openAffiliate();
    await loadAffiliatePayouts();
    setPayoutAmount('120.00');
    await Promise.all([submitAffiliatePayout(quote()), submitAffiliatePayout(quote())]);
    expect(shown().payouts.map(({ amountCents }) => amountCents)).toEqual([12_000]);
    expect(shown().facts.availableCents).toBe(18_000);
    expect($affiliatePayoutForm.get()).toMatchObject({ busy: false, error: null });
    expect(toasts()).toEqual([{ key: 'saved' }]);
  });

  test('is requested once when a lost response is followed by another try', async () => {
    await openAffiliate();
    await loadAffiliatePayouts();
    setPayoutAmount('120.00');
    let isLost = true;
    connectFetch(server, async (path, request) => {
      if (!path.endsWith(requestAffiliatePayout.path) || !isLost) return undefined;
      isLost = false;
      await server.app.request(path, new Request(request, { keepalive: false }));
      throw new TypeError('fetch failed');
    });
    const quoted = quote();
    await submitAffiliatePayout(quoted);
    expect(toasts()).toEqual([{ key: 'network' }]);
    await submitAffiliatePayout(quoted);
    expect(shown().payouts).toHaveLength(1);
  });

  test('of more than the available amount is refused and stays typed', async () => {
    await openAffiliate();
    await loadAffiliatePayouts();
    setPayoutAmount('500.00');
    await submitAffiliatePayout(quote());
    expect(shown().payouts).toEqual([]);
    const { amount, error, busy } = $affiliatePayoutForm.get();
    expect([amount, busy]).toEqual(['500.00', false]);
    expect(error !== null || toasts().length === 1).toBe(true);
    setPayoutAmount('300.00');
    expect($affiliatePayoutForm.get().error).toBeNull();
  });

  test('returns the money at once when it is closed', async () => {
    await openAffiliate();
    await loadAffiliatePayouts();
    await submitAffiliatePayout(quote());
    expect(shown().facts.availableCents).toBe(0);
    await closeOpenPayout(shown().payouts[0]?.id ?? '');
    expect(shown().facts.availableCents).toBe(30_000);
    expect(shown().payouts).toMatchObject([{ status: 'canceled' }]);
  });

  test('shows the figures of the destination chosen last, whichever response comes first', async () => {
    const { token, destinationId, personId } = await openAffiliate();
    const person = await server.deps.db
      .selectFrom('person')
      .select(['first_name', 'last_name'])
      .where('id', '=', personId)
      .executeTakeFirstOrThrow();
    const added = await client(server)(addDestination, {
      token,
      body: {
        ...{ kind: 'usdc', payee_name: `${person.first_name} ${person.last_name}`, country: 'PT' },
        ...{ network: 'base', last_six: '169EE7' },
        usdc_address: '0x52908400098527886E0F7030069857D2E4169EE7',
      } as never,
    });
    expect(added.response_status).toBe(200);
    const { destinationId: second } = added.data as unknown as { destinationId: string };
    await loadAffiliatePayouts();
    const late = hold<void>();
    const answered: string[] = [];
    connectFetch(server, async (path, request) => {
      if (!request.url.includes(`destinationId=${second}`)) return undefined;
      const answer = await server.app.request(path + new URL(request.url).search, request);
      answered.push(second);
      await late.promise;
      return answer;
    });
    const first = setPayoutDestination(second);
    await until(() => answered.length === 1);
    await setPayoutDestination(destinationId);
    const last = shown();
    late.settle();
    await first;
    expect(shown()).toBe(last);
  });

  test('can be reloaded after a first load that fails; a later failure keeps what is shown', async () => {
    await openAffiliate();
    const reconnect = fail();
    await loadAffiliatePayouts();
    expect($affiliatePayouts.get()).toMatchObject({ status: 'failed' });
    reconnect();
    await loadAffiliatePayouts();
    const before = $affiliatePayouts.get();
    fail();
    await loadAffiliatePayouts();
    expect($affiliatePayouts.get()).toBe(before);
  });

  test('has a statement that is saved as a file of its own', async () => {
    await openAffiliate();
    const saved = catchDownloads();
    await saveStatement();
    expect(saved.map(({ name }) => name)).toEqual(['statement.csv']);
    fail();
    await saveStatement();
    expect(saved).toHaveLength(1);
    expect(toasts()).toEqual([{ key: 'server_error' }]);
  });
});

describe('the dashboard', () => {
  test('shows the affiliate’s own balance and code', async () => {
    const { code } = await openAffiliate(12_300);
    await $affiliate.load();
    expect(JSON.stringify($affiliate.get())).toContain(code);
    expect(JSON.stringify($affiliate.get())).toContain('12300');
  });
});
