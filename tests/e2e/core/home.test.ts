import { expect, test } from '../fixtures.ts';

type Statistics = { data: { figures: null | object } };

test('the first screen promises deadlines until enough payouts were made, and then shows the record', {
  tag: '@fast',
}, async ({ page }) => {
  const proof = page.getByRole('region', { name: 'Payouts', exact: true });
  await page.route('**/api/payouts/statistics', async (route) => {
    const answer = await route.fetch();
    const envelope = (await answer.json()) as Statistics;
    envelope.data.figures = null;
    await route.fulfill({ json: envelope });
  });
  const answered = page.waitForResponse('**/api/payouts/statistics');
  await page.goto('/');
  await answered;
  await expect(proof).toContainText('Request to decision');
  await expect(proof).toContainText('2 bank days');
  await expect(proof).not.toContainText('Paid to traders');

  await page.unroute('**/api/payouts/statistics');
  await page.reload();
  await expect(proof).toContainText('Request to arrival');
  await expect(proof).toContainText(/\d+ hours/);
  await expect(proof).toContainText(/\$[\d,]+/);
  await expect(proof).toContainText(/Median; 95% within \d+ hours/);
  await expect(proof).toContainText(/\d+ of \d+/);
  await expect(proof.getByText('Samples.')).toBeVisible();
  await proof.getByRole('link', { name: 'Check the chain yourself' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/payouts/statistics');
});

test('the first screen says what each size costs and pays at most, and draws its payouts, without a script', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto('/');
  const hero = page.locator('.hero');
  await expect(page.getByRole('heading', { name: 'Pass once. Get paid four times.' })).toBeVisible();
  // The caps of a 50K are 400, 500, 750 and 1,000 dollars, those of a 25K 250, 300, 400 and 500.
  await expect(hero.getByText('it pays you up to $2,650')).toBeVisible();
  await expect(hero.locator('.amount:visible')).toHaveText(['$400', '$500', '$750', '$1,000']);
  await hero.getByText('25K', { exact: true }).click();
  await expect(hero.getByText('it pays you up to $1,450')).toBeVisible();
  await expect(hero.locator('.amount:visible')).toHaveText(['$250', '$300', '$400', '$500']);
  await expect(hero.getByRole('link', { name: 'Get funded: Classic 25K' })).toHaveAttribute(
    'href',
    '/check-out/classic-25k',
  );
  await context.close();
});

test('the promotion’s link keeps its code for the checkout, and says nothing where it doesn’t apply', async ({
  page,
}) => {
  await page.goto('/');
  const promotion = page.getByRole('region', { name: 'Promotion' });
  const code = await promotion.locator('code').innerText();
  await promotion.getByRole('link').click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/evaluations');
  await expect(page.getByText(`The code ${code} is applied at checkout.`)).toBeVisible();
  await page
    .getByRole('link', { name: /^Get funded: Classic 25K/ })
    .first()
    .click();
  await expect(page.getByText(`Promotion ${code} is applied to this order.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay $79.20' })).toBeVisible();
  await page.goto('/check-out/merit-25k');
  await expect(page.getByRole('button', { name: 'Pay $345.00' })).toBeVisible();
  await expect(page.getByText(code)).toBeHidden();
});

test('a program’s size changes price, limits and button together, without a script', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto('/ascension-accounts');
  const box = page.getByRole('region', { name: 'Ascension: size, rules and price' });
  await expect(box.getByRole('link', { name: 'Get funded: Ascension 50K' })).toBeVisible();
  await box.getByText('100K', { exact: true }).click();
  await expect(box.getByRole('link', { name: 'Get funded: Ascension 50K' })).toBeHidden();
  await expect(box.getByRole('link', { name: 'Get funded: Ascension 100K' })).toHaveAttribute(
    'href',
    '/check-out/ascension-100k',
  );
  await expect(box.getByText('$329').first()).toBeVisible();
  await expect(box.getByText('$6,000').first()).toBeVisible();
  await context.close();
});

test('a phone’s checkout keeps the total and its button in view from the first field to the last', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/check-out/classic-50k');
  const pay = page.getByRole('button', { name: /^Pay \$1/ });
  await expect(pay).toBeInViewport();
  await page.getByLabel(/I accept the/).scrollIntoViewIfNeeded();
  await expect(pay).toBeInViewport();
  const contracts = page.getByText('5 minis').getByText('Most micros count a tenth');
  await expect(contracts).toBeVisible();
});
