import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchCreatives } from '../../src/contract/affiliate-creatives.ts';
import { countLink } from '../../src/contract/affiliates.ts';
import { firefox, joinAffiliates } from './support/affiliates.ts';
import { orderForm, type Shop, startShop } from './support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

const picture = (token: string, query: string) =>
  shop.server.app.request(`/api/affiliate-post-image/picture?${query}`, {
    headers: { Authorization: `Bearer ${token}` },
  });

describe('affiliate images', () => {
  test.each([
    ['square', 1_080, 1_080],
    ['story', 1_080, 1_920],
    ['preview', 1_200, 628],
    ['leaderboard', 728, 90],
    ['rectangle', 300, 250],
  ])('the %s image is a PNG of %i × %i pixels that differs by language and coupon', async (name, width, height) => {
    const { token, personId } = await joinAffiliates(shop);
    const files = new Set<string>();
    for (const language of ['en', 'fr', 'pt']) {
      const response = await picture(token, `name=${name}&language=${language}`);
      expect(response.headers.get('content-type')).toBe('image/png');
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width, height });
      files.add(bytes.toString('base64'));
    }
    await shop.server.deps.db
      .updateTable('affiliate')
      .set({ coupon: `PIC${personId.slice(0, 6).toUpperCase()}` })
      .where('person_id', '=', personId)
      .execute();
    files.add(Buffer.from(await (await picture(token, `name=${name}&language=en`)).arrayBuffer()).toString('base64'));
    expect(files.size).toBe(4);
  });

  test('clicks and commissions through an image’s link are counted for the image', async () => {
    const { token, code } = await joinAffiliates(shop);
    const fetchLinks = async () => (await shop.ask(fetchCreatives, { token })).data.creatives;
    const story = (await fetchLinks()).find(({ name }) => name === 'story');
    const url = new URL(story?.link ?? '');
    expect([url.searchParams.get('ref'), url.searchParams.get('creative')]).toEqual([code, 'story']);
    const headers = { 'User-Agent': firefox };
    const visit = (browserSessionId: string, creative: string) =>
      shop.ask(countLink, { body: { code, browserSessionId, page: url.pathname, creative }, headers });
    await visit('story-1', 'story');
    await visit('story-2', 'story');
    await visit('story-2', 'story');
    await visit('square-1', 'square');
    await visit('other-1', 'unknown');
    const opened = await shop.order(orderForm({ browserSessionId: 'story-1', country: 'US' }));
    await shop.press(opened, 'paid');
    await shop.server.drain();
    const counted = (await fetchLinks()).filter(({ clicks }) => clicks > 0);
    expect(counted).toMatchObject([
      { name: 'square', clicks: 1, orders: 0, amountCents: 0 },
      { name: 'story', clicks: 2, orders: 1, amountCents: 2_235 },
    ]);
  });

  test('people who aren’t affiliates get no images', async () => {
    const { token } = await shop.signIn();
    expect((await shop.ask(fetchCreatives, { token })).response_status).toBe(404);
    expect((await picture(token, 'name=square&language=en')).status).toBe(404);
  });
});
