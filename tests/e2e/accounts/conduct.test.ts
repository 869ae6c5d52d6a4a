import { eventually } from '../../support/eventually.ts';
import { expect, test } from '../fixtures.ts';
import { type Account, asPerson, buy, register, signInWith } from './account-fixtures.ts';

const demoPassword = 'Tidemark-demo-1';

test('a trader reads a conduct case, answers it, changes the answer and sees the decision', async ({
  page,
  request,
  mailbox,
}) => {
  const person = await register(request, mailbox);
  await buy(request, person.token, person.email, { kind: 'evaluation', packageId: 'classic-25k' });
  const asTrader = asPerson(request, person.token);
  const list = async () => (await asTrader<{ accounts: readonly Account[] }>('account/data')).accounts;
  await eventually('the open accounts', async () => expect(await list()).toHaveLength(1));
  const [account] = await list();
  const login = await request.post('/api/submit_login', {
    data: { email: 'risk@example.com', password: demoPassword },
  });
  const asStaff = asPerson(request, ((await login.json()) as { token: string }).token);
  const evidence = 'Bought here within a second of selling on another account.';
  const { caseId } = await asStaff<{ caseId: string }>('admin/conduct/open', {
    ...{ accountId: account?.id, cause: 'opposite-trades', evidence, sourceIds: [] },
  });

  await signInWith(page, person);
  await page.goto(`/my-account?account=${account?.id}`);
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Conduct case' }) });
  await expect(card.getByText('Trading opposite sides of the same market across accounts')).toBeVisible();
  await expect(card.getByText(evidence)).toBeVisible();
  await expect(card.getByText('Open: trading is suspended')).toBeVisible();
  await expect(page.getByText(/A conduct case is open\. You can’t trade this account/)).toBeVisible();
  await page.getByRole('link', { name: 'Read the case and answer' }).click();
  await expect(card.getByRole('heading', { name: 'Conduct case' })).toBeInViewport();

  await test.step('an answer that doesn’t arrive stays in its field', async () => {
    await page.route('**/api/account/conduct/answer', (route) => route.abort(), { times: 1 });
    await card.getByLabel('Your answer').fill('A hedge of one order.');
    await card.getByRole('button', { name: 'Send answer' }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(card.getByLabel('Your answer')).toHaveValue('A hedge of one order.');
  });

  await test.step('the answer is stored with its time and can be changed', async () => {
    await card.getByRole('button', { name: 'Send answer' }).click();
    await expect(card.getByRole('heading', { name: /^Your answer, .+ Chicago time \(.+ your time\)$/ })).toBeVisible();
    await page.reload();
    await expect(card.getByText('A hedge of one order.')).toBeVisible();
    await card.getByRole('button', { name: 'Change answer' }).click();
    await card.getByLabel('Your answer').fill('A hedge of one order, see the log.');
    await card.getByRole('button', { name: 'Send answer' }).click();
    await expect(card.getByText('A hedge of one order, see the log.')).toBeVisible();
  });

  await asStaff('admin/conduct/decide', { caseId, decision: 'lifted', reason: 'The log shows one order.' });
  await page.reload();
  await expect(card.getByText('Lifted: the suspension is over')).toBeVisible();
  await expect(card.getByText('The log shows one order.')).toBeVisible();
  await expect(card.getByLabel('Your answer')).toHaveCount(0);
});

test('a balance difference with the platform shows both balances, their time and what happens next', async ({
  page,
}) => {
  const login = await page.request.post('/api/submit_login', {
    data: { email: 'trader@example.com', password: demoPassword },
  });
  await signInWith(page, (await login.json()) as { token: string });
  await page.goto('/my-account');
  await page.getByRole('button', { name: /Merit 25K/ }).click();
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Platform balance' }) });
  await expect(card.getByText(/^\w+ \d+, \d\d:\d\d:\d\d$/)).toBeVisible();
  const [platform = 0, ours = 0] = (await card.getByText(/^\$[\d,]+\.\d\d$/).allTextContents()).map((text) =>
    Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100),
  );
  expect(platform - ours).toBe(-214);
  await expect(card.getByText('−$2.14')).toBeVisible();
  await expect(card.getByText(/The platform’s record decides/)).toBeVisible();
});
