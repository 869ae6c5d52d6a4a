import { type Account, asPerson, buy, forceOutcome, register } from './account-fixtures.ts';
import { type FirefoxPage, test } from './firefox.ts';
import { expect, linkIn, openMailbox } from './fixtures.ts';

const password = 'quiet harbour at noon';

test.describe.configure({ timeout: 180_000 });

/** Fills in the checkout as a guest and continues to the payment page. */
async function checkOut({ page, ...firefox }: FirefoxPage, address: string, pay: string): Promise<string> {
  await firefox.fill('email', address);
  await firefox.fill('first_name', 'Ada');
  await firefox.fill('last_name', 'Marée');
  await firefox.fill('country', 'FR');
  await firefox.tick('termsUse');
  await firefox.tick('startNow');
  await firefox.press(pay);
  await page.waitForFunction(() => location.pathname.includes('/api/dev/pay/'));
  return page.url();
}

test('a visitor buys an evaluation, sets a password and watches the floor', async ({ firefox, mailbox }) => {
  await firefox.visit('/classic-accounts');
  await firefox.page.locator('a[href="/check-out/classic-50k"]').click();
  await firefox.arriveAt('/check-out/{packageId}');
  await checkOut(firefox, mailbox.address, 'Pay $149.00');
  await firefox.press('Pay');
  await firefox.see('Your account is open');

  await firefox.visit(linkIn(await mailbox.read(/ready to trade/), '/password/set/'));
  await firefox.fill('password', password);
  await firefox.fill('confirm_password', password);
  await firefox.press('Save password and open My Account');
  await firefox.arriveAt('/my-account');
  await firefox.press('Start simulated trading');
  await firefox.see('$48,000.00');
  const clock = () => firefox.page.evaluate(() => /Last event [\d:]+/.exec(document.body.innerText)?.[0] ?? '');
  await expect.poll(clock, { timeout: 30_000 }).not.toBe('');
  const before = await clock();
  await expect.poll(clock, { timeout: 30_000 }).not.toBe(before);
});

test('correcting a mistyped address charges only the corrected order', async ({ firefox, mailbox, request }) => {
  const wrong = openMailbox(request);
  await firefox.visit('/check-out/ascension-25k');
  const pay = 'Pay $139.00';
  const oldPayment = await checkOut(firefox, wrong.address, pay);
  // Firefox restores the checkout as it was. `goBack` would wait for a load event, which never comes for such a page.
  await firefox.page.evaluate(() => history.back());
  await firefox.arriveAt('/check-out/{packageId}');
  await firefox.fill('email', mailbox.address);
  await firefox.press(pay);
  await firefox.page.waitForFunction(
    (old) => location.href.includes('/api/dev/pay/') && location.href !== old,
    {},
    oldPayment,
  );
  await firefox.press('Pay');
  await firefox.see('Your account is open');
  await mailbox.read(/Your receipt/);
  expect(await wrong.all()).toEqual([]);
});

test('a visitor registers with a captcha and an emailed code, then signs out and in again', async ({
  firefox,
  mailbox,
}) => {
  await firefox.visit('/register');
  await firefox.fill('first_name', 'Ada');
  await firefox.fill('last_name', 'Lovelace');
  await firefox.fill('email', mailbox.address);
  await firefox.fill('password', password);
  await firefox.fill('confirm_password', password);
  await firefox.fill('country', 'PT');
  await firefox.tick('termsUse');
  await firefox.see('Verified');
  await firefox.press('Open account');
  await firefox.arriveAt('/email/verification/{email}');
  const { subject } = await mailbox.read(/is your .* code/);
  await firefox.fill('code', /\b\d{6}\b/.exec(subject)?.[0] ?? '');
  await firefox.press('Confirm email address');
  await firefox.see('No accounts yet');

  await firefox.press('Sign out');
  await firefox.arriveAt('/');
  await firefox.visit('/my-account');
  await firefox.arriveAt('/sign-in');
  await firefox.fill('email', mailbox.address);
  await firefox.fill('password', password);
  await firefox.press('Sign in');
  await firefox.see('No accounts yet');
});

test('a breach is explained with its numbers and replayed in the browser', async ({ firefox, request, mailbox }) => {
  const person = await register(request, mailbox);
  const ask = asPerson(request, person.token);
  await buy(request, person.token, person.email, { kind: 'evaluation', packageId: 'classic-25k' });
  const list = async () => (await ask<{ accounts: readonly Account[] }>('account/data')).accounts;
  await expect.poll(async () => (await list()).length).toBe(1);
  const [account] = (await list()) as [Account];
  await firefox.signIn(person);
  await firefox.visit('/my-account');
  await firefox.press('Start simulated trading');
  await firefox.missText('No trades on this account yet');
  await forceOutcome(request, account, 'breached');
  await firefox.see('This account is breached');
  await firefox.see('Breach report');
  await firefox.press('Replay in your browser');
  await firefox.see('The hash matches.');
});

test('a consumer cancels a contract without signing in', async ({ firefox, mailbox }) => {
  await firefox.visit('/withdraw-from-contract');
  await firefox.fill('name', 'Ada Marée');
  await firefox.fill('email', mailbox.address);
  await firefox.fill('order', '2345-678F');
  await firefox.press('Withdraw from contract here');
  await firefox.press('Confirm withdrawal');
  await firefox.see('We’ve received your statement');
  const receipt = await mailbox.read(/We’ve received a statement: W/);
  expect(receipt.text).not.toContain('2345-678F');
});
