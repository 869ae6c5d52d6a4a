import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  $affiliate,
  createCouponForm,
  createSignupForm,
  linkTo,
  saveCommissions,
} from '#app/affiliates/stores/affiliate.ts';
import { $creatives, type Creative, loadPicture, savePicture } from '#app/affiliates/stores/creatives.ts';
import { postbacks as store } from '#app/affiliates/stores/postbacks.ts';
import { copyText } from '#app/shell/stores/copy-text.ts';
import { createHttpsPostbacks } from '#server/affiliates/ports/postback/https-postbacks.ts';
import { affiliateData } from '#shared/affiliates/contract.ts';
import { fetchCreatives } from '#shared/affiliates/contract-creatives.ts';
import { fetchPostbacks, rotatePostbackSecret } from '#shared/affiliates/contract-postbacks.ts';
import { joinAffiliates } from '../../server/support/affiliates.ts';
import { signInPerson } from '../../server/support/people.ts';
import { shopOn } from '../../server/support/shop.ts';
import { catchDownloads, connectFetch, countCalls, openPage, serveStores, signIn, toasts } from '../support.ts';

/** The partner’s server has a public address; the tests resolve no host name. */
const postbacksPort = createHttpsPostbacks({
  resolve: async () => [{ address: '203.0.113.7', family: 4 }],
  isAllowed: () => true,
});
const server = await serveStores({ replace: { postbacks: postbacksPort } });
const shop = { ...shopOn(server), close: async () => undefined };

beforeEach(() => {
  openPage('/affiliate');
  $affiliate.clear();
  store.$webhooks.clear();
  $creatives.clear();
  store.$secret.set(null);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An approved affiliate whose dashboard is on screen. */
async function openAffiliate() {
  const affiliate = await joinAffiliates(shop);
  signIn(affiliate.token);
  await $affiliate.load();
  return affiliate;
}

function shown() {
  const state = $affiliate.get();
  if (state.status !== 'ready' || !state.data.affiliate) throw new Error(state.status);
  return state.data.affiliate;
}

const fail = (part: string, status = 500) =>
  connectFetch(server, (path) => (path.endsWith(part) ? new Response(null, { status }) : undefined));

const count = (part: string) => countCalls(server, part);

describe('an application', () => {
  test('is sent once and then waits for a decision', async () => {
    signIn((await signInPerson(server)).token);
    await $affiliate.load();
    expect($affiliate.get()).toMatchObject({ status: 'ready', data: { status: 'none', affiliate: null } });
    const form = createSignupForm();
    form.set('code', 'ada-trades');
    form.set('channel', 'https://video.example/ada');
    form.set('audience', 'Traders who begin.');
    form.set('termsUse', 1);
    await Promise.all([form.submit(), form.submit()]);
    expect($affiliate.get()).toMatchObject({ status: 'ready', data: { status: 'pending', affiliate: null } });
    expect(toasts()).toEqual([]);
  });

  test('names missing fields and keeps the others; a taken code is refused at its field', async () => {
    const { code } = await openAffiliate();
    signIn((await signInPerson(server)).token);
    const form = createSignupForm();
    form.set('channel', 'https://video.example/ada');
    form.set('code', '!');
    await form.submit();
    expect(Object.keys(form.$form.get().errors).sort()).toEqual(['audience', 'code', 'termsUse']);
    expect(form.$form.get().values.channel).toBe('https://video.example/ada');
    form.set('audience', 'Traders.');
    form.set('termsUse', 1);
    form.set('code', code);
    await form.submit();
    expect(Object.keys(form.$form.get().errors)).toEqual(['code']);
  });
});

describe('the dashboard', () => {
  test('stays on screen when a reload fails; a first load that fails can be retried', async () => {
    const { code } = await openAffiliate();
    const before = $affiliate.get();
    const reconnect = fail(affiliateData.path);
    await $affiliate.load();
    expect($affiliate.get()).toBe(before);
    $affiliate.clear();
    await $affiliate.load();
    expect($affiliate.get()).toMatchObject({ status: 'failed' });
    expect(toasts()).toEqual([{ key: 'server_error' }, { key: 'server_error' }]);
    reconnect();
    await $affiliate.load();
    expect(shown().code).toBe(code);
  });

  test('lets the affiliate choose a coupon and refuses one that nobody could type', async () => {
    await openAffiliate();
    const form = createCouponForm('');
    form.set('coupon', 'a b');
    await form.submit();
    expect(Object.keys(form.$form.get().errors)).toEqual(['coupon']);
    const coupon = `ADA${randomUUID().slice(0, 5).toUpperCase()}`;
    form.set('coupon', coupon);
    await form.submit();
    expect(shown().coupon).toBe(coupon);
    expect(toasts()).toContainEqual({ key: 'saved' });
  });

  test('saves the commissions as a file', async () => {
    await openAffiliate();
    const saved = catchDownloads();
    await saveCommissions();
    expect(saved.map(({ name }) => name)).toEqual(['commissions.csv']);
    fail('commissions.csv');
    signIn((await signInPerson(server)).token);
    await saveCommissions();
    expect(saved).toHaveLength(1);
    expect(toasts()).toHaveLength(1);
  });

  test.each([
    ['/classic-accounts', '', 'https://t.example/classic-accounts?ref=ada'],
    ['faq', 'video 7', 'https://t.example/faq?ref=ada&sub1=video+7'],
    ['/en?x=1#top', 'a&b', 'https://t.example/en?x=1&ref=ada&sub1=a%26b#top'],
    ['//evil.example/x', '', 'https://t.example/evil.example/x?ref=ada'],
    [String.raw`\evil.example/x`, '', 'https://t.example/evil.example/x?ref=ada'],
    ['/\t/evil.example/x', '', 'https://t.example//evil.example/x?ref=ada'],
  ])('a link to %s with the mark %j', (path, sub1, expected) => {
    expect(linkTo({ link: 'https://t.example/?ref=ada', code: 'ada' }, path, sub1)).toBe(expected);
  });

  test('copies a text, and says so if the browser forbids it', async () => {
    const copied: string[] = [];
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
    await copyText('hello');
    vi.stubGlobal('navigator', {});
    await copyText('again');
    expect(copied).toEqual(['hello']);
    expect(toasts()).toEqual([{ key: 'copied' }, { key: 'unexpected' }]);
  });
});

function postbacks() {
  const state = store.$webhooks.get();
  if (state.status !== 'ready') throw new Error(state.status);
  return state.data;
}

describe('postbacks', () => {
  async function openPostbacks() {
    await openAffiliate();
    const form = store.createForm('');
    form.set('url', 'https://partner.example/hook');
    await form.submit();
    return form;
  }

  test('show the secret when the address is first set, and never again', async () => {
    const form = await openPostbacks();
    expect(postbacks().endpoint).toMatchObject({ url: 'https://partner.example/hook', rotatedAt: null });
    const secret = store.$secret.get();
    expect(secret).toMatch(/^whsec_/);
    form.set('url', 'https://partner.example/other');
    await form.submit();
    expect(postbacks().endpoint?.url).toBe('https://partner.example/other');
    expect(store.$secret.get()).toBe(secret);
    store.$secret.set(null);
    await store.$webhooks.load();
    expect(store.$secret.get()).toBeNull();
  });

  test.each(['http://partner.example/hook', 'https://localhost/hook', 'hello'])('%s is refused', async (url) => {
    await openAffiliate();
    const form = store.createForm('');
    form.set('url', url);
    await form.submit();
    expect(Object.keys(form.$form.get().errors)).toEqual(['url']);
    expect(store.$secret.get()).toBeNull();
  });

  test('get one new secret, however often the button is pressed', async () => {
    await openPostbacks();
    const before = store.$secret.get();
    const rotations = count(rotatePostbackSecret.path);
    const first = store.rotate();
    expect(store.$busy.get()).toBe(true);
    await Promise.all([first, store.rotate()]);
    expect(rotations()).toBe(1);
    expect(store.$secret.get()).not.toBe(before);
    expect(postbacks().endpoint?.rotatedAt).toBe(server.clock.now().getTime());
    expect(store.$busy.get()).toBe(false);
  });

  test('keep the secret on screen when a rotation fails', async () => {
    await openPostbacks();
    const before = store.$secret.get();
    toasts();
    fail(rotatePostbackSecret.path);
    await store.rotate();
    expect(store.$secret.get()).toBe(before);
    expect(toasts()).toEqual([{ key: 'server_error' }]);
    expect(store.$busy.get()).toBe(false);
  });

  test('list a test in the log after its first attempt', async () => {
    await openPostbacks();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await store.test();
    expect(postbacks().deliveries).toMatchObject([{ type: 'postback.test', attempts: 0 }]);
    const loads = count(fetchPostbacks.path);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(loads()).toBe(1);
  });

  test('are removed together with their secret', async () => {
    await openPostbacks();
    await store.remove();
    expect(postbacks().endpoint).toBeNull();
    expect(store.$secret.get()).toBeNull();
  });

  test('can’t be loaded by someone who isn’t an affiliate', async () => {
    signIn((await signInPerson(server)).token);
    await store.$webhooks.load();
    expect(store.$webhooks.get()).toMatchObject({ status: 'failed' });
    expect(toasts()).toHaveLength(1);
  });
});

describe('creatives', () => {
  async function openCreative(): Promise<Creative> {
    await openAffiliate();
    await $creatives.load();
    const state = $creatives.get();
    const creative = state.status === 'ready' ? state.data.creatives[0] : undefined;
    if (!creative) throw new Error(state.status);
    return creative;
  }

  test('are listed with the affiliate’s own link and saved by size and language', async () => {
    const creative = await openCreative();
    expect(creative.link).toContain(shown().code);
    const saved = catchDownloads();
    await savePicture(creative, 'pt');
    const { name, width, height } = creative;
    expect(saved.map((file) => [file.name, file.content.type])).toEqual([
      [`${name}-${width}x${height}-pt.png`, 'image/png'],
    ]);
    expect(await loadPicture(name, 'fr')).toMatch(/^blob:/);
  });

  test('that can’t be drawn say so and leave the list', async () => {
    const creative = await openCreative();
    const before = $creatives.get();
    const saved = catchDownloads();
    fail('picture');
    expect(await loadPicture(creative.name, 'en')).toBeNull();
    await savePicture(creative, 'en');
    expect(saved).toEqual([]);
    expect(toasts()).toEqual([{ key: 'server_error' }, { key: 'server_error' }]);
    fail(fetchCreatives.path);
    await $creatives.load();
    expect($creatives.get()).toBe(before);
  });
});
