import { signInWith } from './account-fixtures.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(async ({ page }) => {
  const credentials = { email: 'trader@example.com', password: 'Tidemark-demo-1' };
  const answer = await page.request.post('/api/submit_login', { data: credentials });
  const { token } = (await answer.json()) as { token: string };
  await signInWith(page, { token });
});

test('a trader reads the sample review of an account and downloads it', async ({ page }) => {
  await page.goto('/my-account');
  await page
    .getByRole('button', { name: /Premium 50K/ })
    .first()
    .click();
  await page.getByRole('main').getByRole('link', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Performance Review' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Sample');
  const changes = page.getByRole('region', { name: 'What to change' });
  await expect(changes.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByText(/^95% range: /)).toHaveCount(2);
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('table', { name: 'Distance to the floor' }).getByRole('row')).toHaveCount(27);
  await expect(page.getByRole('row', { name: /^Premium 50K \(yours\)/ })).toBeVisible();
  await expect(page.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^performance-review-.+\.pdf$/);
});

test('too short a record is said before the payment, and the paid review says it too', async ({ page }) => {
  await page.goto('/my-account');
  await page
    .getByRole('button', { name: /Merit 25K/ })
    .first()
    .click();
  await page.getByRole('main').getByRole('link', { name: 'Performance Review', exact: true }).first().click();
  await expect(page.getByText('Too few to say')).toBeVisible();
  await expect(page.getByText(/Below 30 trades or 20 days/)).toBeVisible();
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
