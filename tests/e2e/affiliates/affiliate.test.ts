import { randomUUID } from 'node:crypto';
import { reloadUntilShown } from '../../support/eventually.ts';
import { register, signInWith } from '../accounts/account-fixtures.ts';
import { checkOutAsGuest, english, expect, linkIn, openContext, openMailbox, test } from '../fixtures.ts';
import { removePromotion } from '../shop.ts';
import { signInDemo } from '../staff.ts';

/** Headless browsers count as bots, so the visitor needs an ordinary user agent. */
const visitorUserAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

test('a person joins, chooses a coupon, and earns on an order through the link', { tag: '@fast' }, async ({
  page,
  mailbox,
  browser,
  request,
}) => {
  await signInWith(page, await register(page.request, mailbox));
  await page.goto('/affiliate-dashboard');
  await page.getByRole('link', { name: 'Apply' }).click();
  const code = `ada-${randomUUID().slice(0, 8)}`;
  await page.getByLabel('Link code').fill('Tidemark');
  await page.getByLabel('Where you recommend us').fill('https://video.example/ada');
  await page.getByLabel('Your audience').fill('Two thousand futures traders.');
  await page.getByLabel(/I accept the affiliate agreement/).check();
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByText('This code is taken. Choose another one.').first()).toBeVisible();
  await page.getByLabel('Link code').fill(code);
  await expect(page.getByLabel('Your audience')).toHaveValue('Two thousand futures traders.');
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByText('We’re reviewing your application')).toBeVisible();

  const firm = await browser.newPage();
  const mail = await openMailbox(request, 'support@tidemark.example').read(new RegExp(code));
  await firm.goto(linkIn(mail, '/api/affiliation/decide'));
  await firm.getByRole('button', { name: 'Approve' }).click();
  await expect(firm.getByText('Approved.')).toBeVisible();
  await firm.close();

  await page.goto('/affiliate-dashboard');
  await expect(page.getByText(`?ref=${code}`)).toBeVisible();
  const coupon = `ADA${randomUUID().slice(0, 6).toUpperCase()}`;
  await page.getByLabel('New coupon').fill(coupon.toLowerCase());
  await page.getByRole('button', { name: 'Save coupon' }).click();
  await expect(page.getByText(coupon, { exact: true })).toBeVisible();
  await expect(page.getByText(/^You can change it from/)).toBeVisible();

  const buyer = await openContext(browser, { userAgent: visitorUserAgent });
  const shop = await buyer.newPage();
  const counted = shop.waitForResponse((response) => response.url().endsWith('/api/affiliate/link/count'));
  await shop.goto(`/classic-accounts?ref=${code}&sub1=video`);
  await counted;
  const allowed = shop.waitForResponse((response) => response.url().endsWith('/api/affiliate/link/count'));
  await shop.getByRole('button', { name: 'Allow' }).click();
  await allowed;
  await shop.goto('/check-out/classic-50k');
  await removePromotion(shop);
  await checkOutAsGuest(shop, openMailbox(request).address, english);
  await shop.getByRole('button', { name: 'Pay', exact: true }).click();
  await shop.waitForURL('**/check-out/order/**');
  await buyer.close();

  // 15 % of $149.00 without the French tax of 20 %: $124.17.
  await reloadUntilShown(page, page.getByRole('row', { name: /Evaluation.*link/ }).filter({ hasText: '$18.63' }));
  await page.getByRole('tab', { name: 'Links' }).click();
  const links = page.getByRole('table', { name: 'Links' });
  await expect(links.getByRole('row', { name: /\/classic-accounts/ })).toContainText('video');
});

test('the demo affiliate sees months of activity, marked as a sample, and downloads it', async ({ page }) => {
  const data = { email: 'affiliate@example.com', password: 'Tidemark-demo-1' };
  const answer = await page.request.post('/api/submit_login', { data });
  await signInWith(page, (await answer.json()) as { token: string });
  await page.goto('/affiliate-dashboard');
  await expect(page.getByText('These figures are samples from the demo.')).toBeVisible();
  await expect(page.getByRole('img', { name: /clicks led to \d+ orders/ })).toBeVisible();
  const commissions = page.getByRole('table', { name: 'Commissions' }).getByRole('row');
  await expect(commissions).toHaveCount(1 + 5);
  const more = page.getByRole('button', { name: /^Show \d+ more$/ });
  const hidden = Number(/\d+/.exec(await more.innerText())?.[0]);
  await more.click();
  await expect(commissions).toHaveCount(1 + 5 + hidden);
  await expect(more).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe('commissions.csv');
});

test('an affiliate closes the open request, makes another one and gets a picture to post', async ({
  page,
  request,
}) => {
  await signInWith(page, { token: await signInDemo(request, 'affiliate@example.com') });
  await page.goto('/affiliate-dashboard');
  const payouts = page
    .getByRole('region', { name: 'Payouts' })
    .or(page.locator('section', { hasText: 'Payout history' }));
  await payouts.first().getByRole('button', { name: 'Close request' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close request' }).click();
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  await page.getByLabel('Amount in dollars').fill('20');
  await page.getByRole('button', { name: 'Request payout' }).click();
  await expect(page.getByText('This is less than the minimum payout.')).toBeVisible();
  await page.getByLabel('Amount in dollars').fill('60');
  await page.getByRole('button', { name: 'Request payout' }).click();
  await expect(page.getByText(/^Request P\d{4}-\d+ is open: \$60\.00\./)).toBeVisible();
  await page.getByRole('tab', { name: 'Images' }).click();
  await page.getByLabel('Format', { exact: true }).selectOption({ label: 'Link preview, 1200 × 628' });
  await expect(page.getByRole('img', { name: /Link preview with your link/ })).toBeVisible();
});
