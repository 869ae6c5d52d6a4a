import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAffiliateTermsVersion } from '#server/affiliates/apply.ts';
import * as calls from '#shared/affiliates/contract.ts';
import { joinAffiliates, readDashboard, sellThrough } from '../support/affiliates.ts';
import { getProjectCatalog } from '../support/app.ts';
import { type Shop, startShop } from '../support/shop.ts';

let shop: Shop;
const version = getAffiliateTermsVersion(new Date('2026-12-01'));

/** The agreement in force pays a fifth; `joinAffiliates` accepted version 1, which pays 15%. */
beforeAll(async () => {
  const catalog = getProjectCatalog();
  const { affiliate, ...packages } = catalog.packages;
  const terms = {
    shareBps: 2_000,
    couponBps: 500,
    linkDays: 7,
    couponDays: 60,
    pendingDays: 60,
    minimumPayoutCents: 90_000,
  };
  const withNewTerms = { ...packages, affiliate: { ...affiliate, [version]: terms } };
  shop = await startShop({ catalog: { ...catalog, packages: withNewTerms } });
});

afterAll(() => shop.close());

const amountsOf = async (token: string) =>
  (await readDashboard(shop, token)).commissions.map(({ shareBps, amountCents }) => [shareBps, amountCents]);

test('an affiliate keeps the terms that they accepted until they accept the next', async () => {
  const ada = await joinAffiliates(shop);
  await sellThrough(shop, ada.code);
  // 15% of $149.00.
  expect(await amountsOf(ada.token)).toEqual([[1_500, 2_235]]);
  const { data } = await shop.ask(calls.affiliateData, { token: ada.token });
  expect([data.terms.minimumPayoutCents, data.newAgreement?.version]).toEqual([5_000, version]);

  shop.server.clock.advance(1_000);
  await shop.ask(calls.acceptAffiliateAgreement, { token: ada.token, body: { version } });
  await sellThrough(shop, ada.code);
  // 20% of $149.00; what was earned before stays.
  expect(await amountsOf(ada.token)).toEqual([
    [2_000, 2_980],
    [1_500, 2_235],
  ]);
  const after = await shop.ask(calls.affiliateData, { token: ada.token });
  expect([after.data.terms.minimumPayoutCents, after.data.newAgreement]).toEqual([90_000, null]);
});

test('nobody accepts a version that isn’t in force, or without being an affiliate', async () => {
  const ada = await joinAffiliates(shop);
  const accept = (token: string, body: { version: string }) =>
    shop.ask(calls.acceptAffiliateAgreement, { token, body });
  expect(await accept(ada.token, { version: '9' })).toMatchObject({ response_status: 409 });
  const stranger = await shop.signIn();
  expect(await accept(stranger.token, { version })).toMatchObject({ response_status: 404 });
});
