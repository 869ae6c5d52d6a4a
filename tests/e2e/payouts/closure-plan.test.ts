import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, test } from '../fixtures.ts';
import { signInDemo } from '../staff.ts';

test('the plan of a closure states its sums, and staff see and export what each person would get', async ({
  page,
  request,
}) => {
  await page.goto('/payouts/if-we-close');
  const plan = page.getByRole('table', { name: 'What we would pay, in the order in which we would pay it' });
  await expect(plan.getByRole('row', { name: 'Requested payouts' })).toContainText(/\$\d/);
  await expect(page.getByText('Sample figures.')).toBeVisible();
  await signInWith(page, { token: await signInDemo(request, 'admin@example.com') });
  await page.goto('/admin/closures');
  await page.getByRole('button', { name: 'Start a dry run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start a dry run' }).click();
  const own = page.getByRole('row', { name: /admin@example\.com/ });
  await expect(own).toBeVisible();
  await own.getByRole('link').click();
  await page.getByRole('link', { name: 'What each person gets' }).click();
  await expect(page.getByRole('row', { name: /trader@example\.com/ }).first()).toContainText(/\$\d/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toContain('closureLines');
});

test('without an answer the plan says so and keeps its rows', async ({ page }) => {
  await page.route('**/api/closure/plan', (route) => route.abort());
  await page.goto('/payouts/if-we-close');
  await expect(page.getByText('We couldn’t load the sums.')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Released commissions' })).toBeVisible();
});
