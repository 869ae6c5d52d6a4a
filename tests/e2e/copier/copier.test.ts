import { eventually } from '../../support/eventually.ts';
import { type Account, asPerson, buy, register, signInWith } from '../accounts/account-fixtures.ts';
import { expect, test } from '../fixtures.ts';

test('a follower copies its leader’s trade and is flattened with one click', { tag: '@fast' }, async ({
  page,
  request,
  mailbox,
}) => {
  const person = await register(request, mailbox);
  const ask = asPerson(request, person.token);
  await signInWith(page, person);

  await test.step('without a package the screen links to the packages', async () => {
    await page.goto('/my-account/thor');
    await expect(page.getByRole('link', { name: 'See Thor packages' })).toHaveAttribute('href', '/thor');
  });

  for (const packageId of ['classic-50k', 'classic-100k']) {
    await buy(request, person.token, person.email, { kind: 'evaluation', packageId });
  }
  await buy(request, person.token, person.email, { kind: 'thor', packageId: 'thor-monthly' });

  await test.step('the order’s result tells a signed-in buyer to set it up, and not to sign in', async () => {
    await page.goto(`/check-out/paid/${encodeURIComponent(person.email)}`);
    await expect(page.getByText('Choose a leader and followers. There is nothing to install.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Set up Thor' })).toBeVisible();
    await expect(page.getByText('Sign in with the email address')).toHaveCount(0);
  });

  const list = async () => (await ask<{ accounts: readonly Account[] }>('account/data')).accounts;
  await eventually('the open accounts', async () => expect(await list()).toHaveLength(2));
  const [leader, follower] = (await list()) as [Account, Account];

  await test.step('the preview shows each resulting size before anything is stored', async () => {
    await eventually('the package', async () =>
      expect((await ask<{ package: object | null }>('copier')).package).toMatchObject({ followers: 3 }),
    );
    await page.goto('/my-account/thor');
    await page.getByLabel('Leader', { exact: true }).selectOption(leader.id);
    await page.getByLabel(new RegExp(follower.platformAccountId)).check();
    const limit = page.getByText(/^The leader can hold up to/);
    await page.getByLabel('Ratio', { exact: true }).fill('4');
    await expect(limit).toBeVisible();
    // All that the leader may hold fits at half the size.
    await page.getByLabel('Ratio', { exact: true }).fill('0.5');
    await expect(limit).toHaveCount(0);
    await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('0 ES (0.5 left over)');
    await page.getByLabel('Contract', { exact: true }).selectOption('micro');
    await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('25 MES');
    await page.getByLabel('What Thor copies', { exact: true }).selectOption('order');
    await expect(page.getByText('rest on the follower too')).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Not armed yet. Nothing is copied.')).toBeVisible();
    await expect(page.getByText('copies orders and fills')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Ratio', { exact: true }), 'folded once it is saved').toBeHidden();
    await page.getByText('Ratio: 0.5', { exact: true }).click();
    await expect(page.getByLabel('What Thor copies', { exact: true })).toHaveValue('order');
  });

  await test.step('nothing is offered to flatten before a follower is armed', async () => {
    await expect(page.getByRole('button', { name: /^Arm / })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Flatten all followers' })).toHaveCount(0);
  });

  await test.step('once armed, it follows the leader’s first trade', async () => {
    await page.getByRole('button', { name: /^Arm / }).click();
    await expect(page.getByText('In sync with the leader, including its share of the working orders.')).toBeVisible();
    await ask('account/simulate', { accountId: leader.id });
    await expect(page.getByRole('cell', { name: /^Copied / }).first()).toBeVisible();
  });

  await test.step('one click closes its position and disarms it', async () => {
    await page.getByRole('button', { name: 'Flatten all followers' }).click();
    await expect(page.getByText('You flattened it. Arm it to copy again.')).toBeVisible();
    const copierAccounts = (await ask<{ accounts: readonly (Account & { positions: readonly object[] })[] }>('copier'))
      .accounts;
    expect(copierAccounts.find(({ id }) => id === follower.id)?.positions).toEqual([]);
  });
});
