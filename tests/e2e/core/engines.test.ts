import { eventually } from '../../support/eventually.ts';
import { type Account, asPerson, buy, forceOutcome, register } from '../accounts/account-fixtures.ts';
import { buyerPassword, emailOf } from '../buyer-names.ts';
import { expect, linkIn, openMailbox } from '../fixtures.ts';
import type { Visitor } from '../visitor.ts';
import { test } from './engines.ts';

const password = 'quiet harbor at noon';

/** Fills in the checkout as a guest and continues to the payment page. @returns its address */
async function checkOut(visitor: Visitor, address: string, pay: string): Promise<string> {
  await visitor.fill('email', address);
  await visitor.fill('first_name', 'Ada');
  await visitor.fill('last_name', 'Marée');
  await visitor.fill('country', 'FR');
  await visitor.tick('termsUse');
  await visitor.tick('startNow');
  await visitor.press(pay);
  return visitor.arriveAtPayment();
}

test('a visitor buys an evaluation, sets a password and watches the floor', async ({ visitor, mailbox }) => {
  await visitor.visit('/');
  await visitor.follow('/classic-accounts');
  await visitor.arriveAt('/classic-accounts');
  // The promotion's price is on the page before its link is followed.
  await visitor.see('$119.20');
  await visitor.follow('/check-out/classic-50k');
  await visitor.arriveAt('/check-out/{packageId}');
  await visitor.tick('renewalConsent');
  await checkOut(visitor, mailbox.address, 'Pay $119.20');
  await visitor.press('Pay');
  await visitor.see('Your account is open');

  await visitor.visit(linkIn(await mailbox.read(/ready to trade/), '/password/set/'));
  await visitor.fill('password', password);
  await visitor.fill('confirm_password', password);
  await visitor.press('Save password and open My Account');
  await visitor.arriveAt('/my-account');
  await visitor.press('Start simulated trading');
  await visitor.see('$48,000.00');
  const before = await visitor.see(/Last event [\d:]+/);
  await visitor.missText(before);
  await visitor.see(/Last event [\d:]+/);
});

test('a first visit draws regular and bold text in our typeface', async ({ visitor }) => {
  await visitor.visit('/');
  const [regular, ownRegular, bold, ownBold] = await visitor.measureTypeface();
  expect([regular, bold]).toEqual([ownRegular, ownBold]);
  expect(bold).not.toBe(regular);
});

test('correcting a mistyped address charges only the corrected order', async ({ visitor, mailbox, request }) => {
  const wrong = openMailbox(request);
  await visitor.visit('/check-out/ascension-25k');
  const pay = 'Pay $139.00';
  const oldPayment = await checkOut(visitor, wrong.address, pay);
  // The browser restores the checkout as it was.
  await visitor.goBack();
  await visitor.arriveAt('/check-out/{packageId}');
  await visitor.fill('email', mailbox.address);
  await visitor.press(pay);
  await visitor.arriveAtPayment(oldPayment);
  await visitor.press('Pay');
  await visitor.see('Your account is open');
  await mailbox.read(/Your receipt/);
  expect(await wrong.all()).toEqual([]);
});

test('a visitor registers with a captcha and an emailed code, then signs out and in again', async ({
  visitor,
  mailbox,
}) => {
  await visitor.visit('/register');
  await visitor.fill('first_name', 'Ada');
  await visitor.fill('last_name', 'Lovelace');
  await visitor.fill('email', mailbox.address);
  await visitor.fill('password', password);
  await visitor.fill('confirm_password', password);
  await visitor.fill('country', 'PT');
  await visitor.tick('termsUse');
  await visitor.see('Verified');
  await visitor.press('Open account');
  await visitor.arriveAt('/email/verification/{email}');
  const { subject } = await mailbox.read(/is your .* code/);
  await visitor.fill('code', /\b\d{6}\b/.exec(subject)?.[0] ?? '');
  await visitor.press('Confirm email address');
  await visitor.see('Your first account');

  await visitor.press('Your menu');
  await visitor.press('Sign out');
  await visitor.arriveAt('/');
  await visitor.visit('/my-account');
  await visitor.arriveAt('/sign-in');
  await visitor.fill('email', mailbox.address);
  await visitor.fill('password', password);
  await visitor.press('Sign in');
  await visitor.see('Your first account');
});

test('a breach is explained with its numbers and replayed in the browser', async ({ visitor, request, mailbox }) => {
  const person = await register(request, mailbox);
  const ask = asPerson(request, person.token);
  await buy(request, person.token, person.email, { kind: 'evaluation', packageId: 'classic-25k' });
  const list = async () => (await ask<{ accounts: readonly Account[] }>('account/data')).accounts;
  await eventually('one order', async () => expect(await list()).toHaveLength(1));
  const [account] = (await list()) as [Account];
  await visitor.signIn(person);
  await visitor.visit('/my-account');
  await visitor.press('Start simulated trading');
  await visitor.missText('No simulated trader is running');
  await forceOutcome(request, account, 'breached');
  await visitor.see('This account is breached');
  await visitor.see('Breach report');
  await visitor.press('Replay in your browser');
  await visitor.see('The hash matches.');
});

test('a trader requests a payout and sees its number', async ({ visitor, request, engine }) => {
  const email = emailOf({ name: 'payable', platform: engine === 'firefox' ? 'rithmic' : 'dxfeed' });
  const answer = await request.post('/api/submit_login', { data: { email, password: buyerPassword } });
  await visitor.signIn((await answer.json()) as { token: string });
  await visitor.visit('/dashboard/withdrawal');
  await visitor.follow('Request payout');
  await visitor.see('Request a payout');
  await visitor.fill('amount', '300');
  await visitor.see('$300.00');
  await visitor.press('Request payout');
  await visitor.arriveAt('/withdrawal/request/submit');
  await visitor.see(/Request P\d{4}-\d{6}/);
});

test('a reader changes the language and stays on the page', async ({ visitor }) => {
  await visitor.visit('/evaluations?size=100K#compare');
  await visitor.follow('/fr/evaluations?size=100K#compare');
  await visitor.arriveAt('/evaluations', 'fr');
  await visitor.see('Comparer');
});

test('a consumer cancels a contract without signing in', async ({ visitor, mailbox }) => {
  await visitor.visit('/withdraw-from-contract');
  await visitor.fill('name', 'Ada Marée');
  await visitor.fill('email', mailbox.address);
  await visitor.fill('order', '2345-678F');
  await visitor.press('Withdraw from contract here');
  await visitor.press('Confirm withdrawal');
  await visitor.see('We’ve received your statement');
  await mailbox.read(/^We’ve received a statement: /);
});
