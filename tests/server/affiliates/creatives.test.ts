import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countLink } from '#shared/affiliates/contract.ts';
import { fetchCreatives } from '#shared/affiliates/contract-creatives.ts';
import { firefox, joinAffiliates } from '../support/affiliates.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

const picture = (token: string, query: string) =>
  shop.server.app.request(`/api/affiliate-post-image/picture?${query}`, {
    headers: { Authorization: `Bearer ${token}` },
  });

/** The distances of the outermost drawn pixels from the edges, left of the QR code. */
async function findMargins(png: Buffer) {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const isDrawn = (x: number, y: number) => Math.abs((data[y * width + x] ?? 0) - (data[0] ?? 0)) > 24;
  const columns = Array.from({ length: width }, (_, x) => x);
  const rows = Array.from({ length: height }, (_, y) => y);
  const drawnRows = rows.filter((y) => columns.slice(0, width * 0.6).some((x) => isDrawn(x, y)));
  const drawnColumns = columns.filter((x) => rows.some((y) => isDrawn(x, y)));
  return {
    top: drawnRows[0] ?? 0,
    bottom: height - 1 - (drawnRows.at(-1) ?? 0),
    left: drawnColumns[0] ?? 0,
    right: width - 1 - (drawnColumns.at(-1) ?? 0),
  };
}

describe('affiliate images', () => {
  test.each([
    ['square', 1_080, 1_080, 84],
    ['story', 1_080, 1_920, 96],
    ['preview', 1_200, 628, 64],
    ['leaderboard', 728, 90, 10],
    ['rectangle', 300, 250, 16],
  ])(
    'the %s image is a PNG of %i × %i pixels that differs by language and coupon',
    async (name, width, height, margin) => {
      const { token, personId } = await joinAffiliates(shop);
      const files = new Set<string>();
      for (const language of ['en', 'fr', 'pt']) {
        const response = await picture(token, `name=${name}&language=${language}`);
        expect(response.headers.get('content-type')).toBe('image/png');
        const bytes = Buffer.from(await response.arrayBuffer());
        expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width, height });
        const margins = await findMargins(bytes);
        // The disclosure ends at the bottom margin, give or take the space below a line of text.
        expect(margins.bottom).toBeLessThan(margin + 14);
        for (const [edge, pixels] of Object.entries(margins)) expect(pixels, edge).toBeGreaterThanOrEqual(margin - 3);
        files.add(bytes.toString('base64'));
      }
      await shop.server.deps.db
        .updateTable('affiliate')
        .set({ coupon: `PIC${personId.slice(0, 6).toUpperCase()}` })
        .where('person_id', '=', personId)
        .execute();
      files.add(Buffer.from(await (await picture(token, `name=${name}&language=en`)).arrayBuffer()).toString('base64'));
      expect(files.size).toBe(4);
    },
  );

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
