import { reloadUntilShown } from '../../support/eventually.ts';
import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, openMailbox, test } from '../fixtures.ts';

// The last one requests the one payout that the payee can request.
test.describe.configure({ mode: 'default' });

const demo = { email: 'trader@example.com', password: 'Tidemark-demo-1' };

test('a funded trader sees what can be requested, why not more, and what an amount would mean', async ({ page }) => {
  const answer = await page.request.post('/api/submit_login', { data: demo });
  await signInWith(page, (await answer.json()) as { token: string });
  await page.goto('/my-account');
  await page.getByRole('link', { name: 'Payouts' }).first().click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/dashboard/withdrawal');
  const account = page.getByRole('listitem').filter({ hasText: 'Classic 100K' }).first();
  await expect(account.getByText(/^(You can request|Not yet:|Your request|This account)/)).toBeVisible();
  const condition = account.getByText(/\d of \d winning days of at least \$150\.00/);
  await expect(condition).toBeHidden();
  await account.getByText(/^\d of \d conditions met$/).click();
  await expect(condition).toBeVisible();
  await account.getByRole('link', { name: /Request payout|Try an amount/ }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', /request-withdrawal/);
  const amount = page.getByRole('textbox', { name: 'Amount in dollars' });
  await amount.fill('250');
  const receives = page.locator('dl div').filter({ hasText: 'You receive' });
  await expect(receives).toContainText('$250.00');
  await amount.fill('1.5.0');
  await amount.blur();
  await expect(page.getByText('Enter an amount like $1,250.00.')).toBeVisible();
  await expect(amount).toHaveValue('1.5.0');
  await amount.fill('249');
  await expect(page.getByText(/^Enter an amount from \$250\.00 to/)).toBeVisible();
  // The slider already stands at the least amount.
  await page.getByRole('slider', { name: 'Amount' }).press('End');
  await page.getByRole('slider', { name: 'Amount' }).press('Home');
  await expect(amount).toHaveValue('250.00');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Request a payout' })).toBeVisible();
});

test('a session that ends in the middle of a request leads back to its account and amount, with one message', async ({
  page,
}) => {
  const data = { email: 'payee@example.com', password: 'Tidemark-demo-1' };
  const answer = await page.request.post('/api/submit_login', { data });
  const { token } = (await answer.json()) as { token: string };
  await signInWith(page, { token });
  await page.goto('/dashboard/withdrawal');
  await page.getByRole('link', { name: 'Request payout' }).first().click();
  const amount = page.getByRole('textbox', { name: 'Amount in dollars' });
  await amount.fill('275');
  const request = page.url();
  await page.request.post('/api/logout', { headers: { Authorization: `Bearer ${token}` } });
  await page.getByRole('button', { name: 'Request payout' }).click();
  await expect(page.getByText('Invalid Token. Please log in again.')).toBeVisible();
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email', { exact: true }).fill(data.email);
  await page.getByLabel('Password', { exact: true }).fill(data.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Request a payout' })).toBeVisible();
  expect(page.url()).toBe(request);
  await expect(amount).toHaveValue('275.00');
});

test('a trader requests a payout, which is approved, sent and paid without anybody', { tag: '@fast' }, async ({
  page,
}) => {
  const data = { email: 'payee@example.com', password: 'Tidemark-demo-1' };
  const answer = await page.request.post('/api/submit_login', { data });
  await signInWith(page, (await answer.json()) as { token: string });
  await page.goto('/dashboard/withdrawal');
  await page.getByRole('link', { name: 'Request payout' }).first().click();
  await page.getByRole('textbox', { name: 'Amount in dollars' }).fill('300');
  const receives = page.locator('dl div').filter({ hasText: 'You receive' });
  await expect(receives).toContainText('$300.00');
  await page.getByRole('button', { name: 'Request payout' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/withdrawal/request/submit');
  const number = /P\d{4}-\d{6}/.exec(await page.getByRole('heading', { level: 1 }).innerText())?.[0] ?? '';
  await page.goto('/withdrawal/history');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: number }) });
  await reloadUntilShown(page, card.locator('summary').getByText('Paid', { exact: true }));
  await card.locator('summary').click();
  await expect(card.locator('dl div').filter({ hasText: 'You receive' })).toContainText('$300.00');
  await expect(card.getByText(`SANDBOX-${number}`)).toBeVisible();
  await expect(card.getByRole('button', { name: 'Close request' })).toHaveCount(0);
});

test('someone else’s account is unknown', async ({ page }) => {
  const answer = await page.request.post('/api/submit_login', { data: demo });
  await signInWith(page, (await answer.json()) as { token: string });
  await page.goto('/dashboard/withdrawal/dxfeed/request-withdrawal/DXF-1');
  await expect(page.getByText('We couldn’t find this account')).toBeVisible();
  await page.getByRole('link', { name: 'All payouts' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/dashboard/withdrawal');
});

test('an emailed code opens only payouts, and only on this page', async ({ page, request }) => {
  await page.goto('/withdrawal-req');
  await page.getByLabel('Email', { exact: true }).fill(demo.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText(`If ${demo.email} has payouts here, a code is on its way.`)).toBeVisible();
  const code = page.getByLabel('Code from the email');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Open payouts' }).click();
  await expect(page.getByText('This code isn’t correct. Check our latest email.').first()).toBeVisible();
  const mail = await openMailbox(request, demo.email).read(/^\d{6}\b/);
  await code.fill(/^\d{6}\b/.exec(mail.subject)?.[0] ?? '');
  await page.getByRole('button', { name: 'Open payouts' }).click();
  await expect(page.getByText('Paid to you')).toBeVisible();
  await page
    .getByRole('link', { name: /Request payout|Try an amount/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Request a payout' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Paid to you')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.goto('/my-account');
  await expect(page.locator('main')).toHaveAttribute('data-route', '/sign-in');
});

test('signed out in French, the screen offers both ways in', async ({ page }) => {
  await page.goto('/fr/dashboard/withdrawal');
  await expect(page.getByRole('heading', { name: 'Retraits' })).toBeVisible();
  await page.getByRole('link', { name: 'Se connecter' }).last().click();
  await expect(page).toHaveURL(/\/fr\/sign-in\?next=%2Ffr%2Fdashboard%2Fwithdrawal/);
});
