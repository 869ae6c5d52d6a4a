import { eventually } from '../../support/eventually.ts';
import { asPerson, buy, openTool, register, signInWith } from '../accounts/account-fixtures.ts';
import { expect, test } from '../fixtures.ts';

const scripts = '**/_astro/personal-stop-panel.*.js';

test('a part of a screen that can’t be loaded is retried, then shows an error in its place and offers a retry', async ({
  page,
  request,
  mailbox,
}) => {
  const person = await register(request, mailbox);
  await buy(request, person.token, person.email, { kind: 'evaluation', packageId: 'classic-25k' });
  const ask = asPerson(request, person.token);
  await eventually('the open account', async () =>
    expect((await ask<{ accounts: readonly unknown[] }>('account/data')).accounts).toHaveLength(1),
  );
  await signInWith(page, person);
  const main = page.getByRole('main');
  const part = main.getByLabel('Loss a day, $');

  await test.step('the second attempt needs no click', async () => {
    let attempts = 0;
    await page.route(scripts, (route) => {
      attempts += 1;
      return attempts === 1 ? route.abort() : route.continue();
    });
    await page.goto('/my-account');
    await openTool(page, 'Your limits');
    await expect(part).toBeVisible();
    expect(attempts).toBe(2);
    await page.unroute(scripts);
  });

  await test.step('a part that keeps failing leaves the rest of the screen intact, and a click loads it', async () => {
    await page.route(scripts, (route) => route.abort());
    await page.reload();
    await openTool(page, 'Your limits');
    const alert = main.getByRole('alert').filter({ hasText: 'We couldn’t load this part of the screen.' });
    await expect(alert).toBeVisible();
    await expect(main.getByRole('tab', { name: 'Rules', exact: true })).toBeVisible();
    await page.unroute(scripts);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(part).toBeVisible();
    await expect(alert).toBeHidden();
  });
});
