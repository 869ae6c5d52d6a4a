import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, test } from '../fixtures.ts';
import { signInDemo } from '../staff.ts';

test('payout statistics mark samples, group by month and can be recomputed in the browser', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Payout statistics' }).click();
  await expect(page.getByRole('heading', { name: 'How long payouts take' })).toBeVisible();
  await expect(page.getByText('This is the demo: these figures are made up, and nobody was paid.')).toBeVisible();
  const months = page.getByRole('table', { name: 'Payout times, amounts and rejections by month' });
  await expect(months.getByRole('row')).not.toHaveCount(1);
  await expect(months.getByRole('row').nth(2)).toContainText(/\d+ hr/);
  await page.getByRole('button', { name: 'Recompute in this browser' }).click();
  await expect(page.getByText(/^All \d+ days link up/)).toBeVisible();
});

test('a chain with a changed day is detected', async ({ page }) => {
  await page.route('**/api/payouts/statistics/chain', async (route) => {
    const answer = await route.fetch();
    const chain = (await answer.json()) as { entries: { body: string }[] };
    const [, second] = chain.entries;
    if (second) second.body = second.body.replace('"paidCents":', '"paidCents":1');
    await route.fulfill({ json: chain });
  });
  await page.goto('/fr/payouts/statistics');
  await page.getByRole('button', { name: 'Recalculer dans ce navigateur' }).click();
  await expect(page.getByText(/^L’entrée\s+2\s+ne correspond pas à la précédente/)).toBeVisible();
});

test('figures that can’t be loaded can be requested again', async ({ page }) => {
  let isDown = true;
  await page.route('**/api/payouts/statistics', (route) => (isDown ? route.abort() : route.continue()));
  await page.goto('/payouts/statistics');
  await expect(page.getByText('We couldn’t load the figures.')).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Paid to traders')).toBeVisible();
});

test('pass and payout rates appear with testimonials and statistics, but without a figure for too few accounts', async ({
  page,
}) => {
  await page.route('**/api/payouts/statistics', async (route) => {
    const answer = await route.fetch();
    const envelope = (await answer.json()) as { data: { rates: object } };
    envelope.data.rates = { minimum: 50, evaluations: { ended: 200, passed: 31 }, funded: null };
    await route.fulfill({ json: envelope });
  });
  await page.goto('/');
  const customers = page.locator('#section-support');
  await expect(customers).toContainText('15.5% of evaluations passed: 31 of the 200 that have ended.');
  await expect(customers).toContainText('There are too few funded accounts for a payout rate to mean anything.');
  await expect(customers).toContainText('These results are based on simulated or hypothetical performance results');
  await customers.getByRole('link', { name: 'How we count' }).click();
  await expect(page.getByText('15.5% of evaluations passed: 31 of the 200 that have ended.')).toBeVisible();
  await expect(page.getByText('One that was reset counts once, by how it ended')).toBeVisible();
});

test('the statement of CFTC Rule 4.41 appears next to each calculator and simulated figure', async ({
  page,
  request,
}) => {
  const statement = /^These results are based on simulated or hypothetical performance results that have certain/;
  for (const [path, part] of [
    ['/trailing-drawdown', '.floor-diagram'],
    ['/trailing-drawdown', '#try'],
    ['/trailing-drawdown', '#your-fills'],
    ['/trailing-drawdown', '#size'],
    ['/performance-review', '[aria-labelledby=sample]'],
    ['/classic-accounts', 'figure'],
  ] as const) {
    await page.goto(path);
    await expect(page.locator(part).getByText(statement).first()).toBeVisible();
  }
  // The terminal is shown only to signed-in people.
  await signInWith(page, { token: await signInDemo(request, 'trader@example.com') });
  await page.goto('/web-trading');
  await page.getByText('Results of simulated accounts are hypothetical.').click();
  await expect(page.getByRole('contentinfo').getByText(statement)).toBeVisible();
});

for (const width of [390, 768, 1440]) {
  test(`no figure leaves its column in any language at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const locale of ['', '/fr', '/pt']) {
      await page.goto(`${locale}/payouts/statistics`);
      const columns = page.locator('[data-summary] > div');
      await expect(columns.first()).toBeVisible();
      const tooWide = await columns.evaluateAll((all) =>
        all.filter((column) => column.scrollWidth > column.clientWidth).map((column) => column.textContent),
      );
      expect(tooWide, locale).toEqual([]);
    }
  });
}
