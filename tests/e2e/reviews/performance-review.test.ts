import { reloadUntilShown } from '../../support/eventually.ts';
import { buy, forceOutcome, signInWith } from '../accounts/account-fixtures.ts';
import { chooseAccount } from '../accounts/choose-account.ts';
import { expect, test } from '../fixtures.ts';
import { openAs, openTrader } from '../staff.ts';

test.beforeEach(async ({ page }) => {
  const credentials = { email: 'trader@example.com', password: 'Tidemark-demo-1' };
  const answer = await page.request.post('/api/submit_login', { data: credentials });
  const { token } = (await answer.json()) as { token: string };
  await signInWith(page, { token });
});

test('a trader reads the sample review of an account and downloads it', async ({ page }) => {
  await page.goto('/my-account');
  await chooseAccount(page, /Premium 50K/);
  await page.getByRole('main').getByText('Orders', { exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Performance Review' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Sample');
  const changes = page.getByRole('region', { name: 'What to change' });
  await expect(changes.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByText(/^95% range: /)).toHaveCount(2);
  await page.getByText('View as table').click();
  await expect(page.getByRole('table', { name: 'Distance to the floor' }).getByRole('row')).toHaveCount(27);
  await expect(page.getByRole('row', { name: /^Premium 50K \(yours\)/ })).toBeVisible();
  await expect(page.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^performance-review-.+\.pdf$/);
});

test('a record that is too short is announced before the payment and in the paid review', async ({ page }) => {
  await page.goto('/my-account');
  await page
    .getByRole('button', { name: /Merit 25K/ })
    .first()
    .click();
  await page.getByRole('main').getByRole('link', { name: 'Performance Review', exact: true }).first().click();
  await expect(page.getByText('Not enough data yet')).toBeVisible();
  await expect(page.getByText(/With fewer than 30 trades or 20 days/)).toBeVisible();
  await page.getByRole('main').locator('[name=termsUse]').check();
  await page.getByRole('main').locator('[name=startNow]').check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  const again = page.getByRole('dialog').getByRole('button', { name: 'Place a second order' });
  const pay = page.getByRole('button', { name: 'Pay', exact: true });
  await expect(again.or(pay)).toBeVisible();
  if (await again.isVisible()) await again.click();
  await pay.click();
  await page.getByRole('link', { name: 'Open the review' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Performance Review' })).toBeVisible();
  await expect(page.getByText(/skill and luck look the same/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'What to change' })).toHaveCount(0);
  await page.goto('/notifications');
  await expect(page.getByText('Merit 25K: your review is ready').first()).toBeVisible();
});

test('a reviewer claims a review from the queue and adds a comment, which a colleague can’t overwrite', async ({
  page,
  request,
  mailbox,
  browser,
}) => {
  const comment = 'Your size is steady.\nLook at the first hour next.';
  const { person, account } = await openTrader(request, mailbox, { packageId: 'classic-50k' });
  await forceOutcome(request, account, 'passed');
  const { id: accountId, platformAccountId } = account;
  await signInWith(page, person);
  const chosen = { kind: 'performance-review', packageId: 'performance-review', accountId };
  await buy(request, person.token, person.email, chosen);

  const reviewer = await openAs(browser, request, 'finance@example.com');
  const colleague = await openAs(browser, request, 'admin@example.com');
  await reviewer.goto('/admin');
  await reviewer.getByRole('link', { name: 'Performance Reviews to read' }).click();
  await expect(reviewer).toHaveURL(/queued=yes/);
  const row = reviewer.getByRole('row').filter({ hasText: platformAccountId });
  await reloadUntilShown(reviewer, row);
  await row.getByRole('link').first().click();
  const buttons = (of: typeof page) => of.getByRole('main').getByRole('button');
  const act = async (of: typeof page, name: string, text?: string) => {
    await buttons(of).filter({ hasText: name }).click();
    const dialog = of.getByRole('dialog', { name });
    if (text) await dialog.getByLabel('Reviewer’s comment').fill(text);
    await dialog.getByRole('button', { name }).click();
    return dialog;
  };
  await expect(buttons(reviewer).filter({ hasText: 'Claim review' })).toBeVisible();

  await colleague.goto(reviewer.url());
  await expect(buttons(colleague).filter({ hasText: 'Add comment' })).toBeVisible();
  await act(reviewer, 'Claim review');
  await expect(buttons(reviewer).filter({ hasText: 'Return to queue' })).toBeVisible();
  const refused = await act(colleague, 'Add comment', 'Mine.');
  await expect(colleague.getByText('A colleague has claimed this review.').first()).toBeVisible();
  await expect(refused.getByLabel('Reviewer’s comment')).toHaveValue('Mine.');
  await colleague.reload();
  await expect(colleague.getByText('finance@example.com has claimed this review', { exact: true })).toBeVisible();
  await expect(buttons(colleague).filter({ hasText: 'Add comment' })).toHaveCount(0);

  await act(reviewer, 'Add comment', comment);
  await expect(reviewer.getByRole('definition').filter({ hasText: 'Look at the first hour next.' })).toBeVisible();
  await reviewer.goto(`/admin/reviews?queued=yes&q=${platformAccountId}`);
  await expect(reviewer.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.goto('/notifications');
  await page.getByRole('link', { name: 'Open Classic 50K: a reviewer commented on your review' }).click();
  await expect(page.getByRole('region', { name: 'Reviewer’s comment' })).toContainText('Look at the first hour next.');
});
