import type { APIRequestContext, Page } from '@playwright/test';
import { dayMs } from '#lib/durations.ts';
import { demoPassword } from '#server/core/demo-people.ts';
import { eventually } from '../../support/eventually.ts';
import { expect, test } from '../fixtures.ts';
import { type Account, asPerson, buy, forceOutcome, openTool, register, signInWith } from './account-fixtures.ts';

const money = (text: string | null) => /\$[\d,]+\.\d\d/.exec(text ?? '')?.[0];

test('a breach shows the same numbers everywhere and prints on two pages of its own', async ({
  page,
  request,
  mailbox,
}) => {
  const person = await register(request, mailbox);
  const ask = asPerson(request, person.token);
  await buy(request, person.token, person.email, { kind: 'evaluation', packageId: 'classic-25k' });
  const list = async () => (await ask<{ accounts: readonly Account[] }>('account/data')).accounts;
  await eventually('the open accounts', async () => expect(await list()).toHaveLength(1));
  const [account] = (await list()) as [Account];
  await signInWith(page, person);
  await page.goto('/my-account');
  const main = page.getByRole('main');

  await test.step('nothing trades before the owner starts it', async () => {
    await expect(main.getByText('No simulated trader is running')).toBeVisible();
    await expect(main.getByText('No fills yet.')).toBeVisible();
    await main.getByRole('button', { name: 'Start simulated trading' }).click();
    await expect(main.getByText('No simulated trader is running')).toBeHidden();
  });

  await test.step('an ended account is not live and lists the possible actions first', async () => {
    await expect(main.getByText('Live', { exact: true })).toBeVisible();
    await forceOutcome(request, account, 'breached');
    const alert = main.getByRole('alert').filter({ hasText: 'This account is breached' });
    await expect(alert.getByRole('link', { name: 'Reset', exact: true })).toBeVisible();
    await expect(main.getByText('Live', { exact: true })).toBeHidden();
    const folded = main.locator('details', { hasText: 'Not available now' });
    await expect(folded.getByText('Available once you pass the evaluation.')).toBeHidden();
    await folded.locator('summary').click();
    await expect(folded.getByText('Available once you pass the evaluation.')).toBeVisible();
  });

  await test.step('text, gauge and report show the same numbers', async () => {
    const sentence = await main.getByText(/reached the floor at/).textContent();
    const equity = money(sentence);
    expect(equity).toBeDefined();
    const figure = (term: string) => main.locator('dl > div', { hasText: term }).locator('dd').first();
    await expect(figure('Equity at the breach')).toContainText(equity ?? '');
    await expect(figure('Equity, including open profit and loss')).toHaveText(equity ?? '');
    await expect(figure('Room left')).toContainText('$0.00');
  });

  await test.step('printing shows only the report', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Ada Lovelace')).toBeVisible();
    await expect(page.getByText('Account opened')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
    await expect(page.getByRole('navigation').first()).toBeHidden();
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeLessThanOrEqual(2);
  });
});

test('alert settings are kept per account, and a browser opts in to push messages', async ({
  page,
  context,
  request,
  mailbox,
}) => {
  await context.grantPermissions(['notifications']);
  const person = await register(request, mailbox);
  for (const packageId of ['classic-25k', 'classic-50k'])
    await buy(request, person.token, person.email, { kind: 'evaluation', packageId });
  const list = async () =>
    (await asPerson(request, person.token)<{ accounts: readonly Account[] }>('account/data')).accounts;
  await eventually('the open accounts', async () => expect(await list()).toHaveLength(2));
  const [first, second] = (await list()) as [Account, Account];
  // The browser's own push service is out of reach here; everything else is real.
  await page.addInitScript(() => {
    let current: object | null = null;
    const subscription = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/a-browser',
      unsubscribe: async () => {
        current = null;
        return true;
      },
      toJSON: () => ({
        endpoint: 'https://fcm.googleapis.com/fcm/send/a-browser',
        keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
      }),
    };
    PushManager.prototype.subscribe = async () => {
      current = subscription;
      return subscription as never;
    };
    PushManager.prototype.getSubscription = async () => current as never;
    Notification.requestPermission = async () => 'granted';
    // The headless shell denies notifications even if a test grants them.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  });
  await signInWith(page, person);
  const openAlerts = async (account: Account) => {
    await page.goto(`/my-account?account=${account.id}`);
    await openTool(page, 'Alerts');
  };
  await openAlerts(first);
  const share = page.getByLabel('Room left', { exact: true });
  await expect(share).toHaveValue('2500');
  await share.selectOption('5000');
  await page.getByLabel('My daily target, in dollars').fill('500');
  await page.getByRole('button', { name: 'Save target' }).click();
  await expect(page.getByRole('button', { name: 'Save target' })).toBeHidden();
  await page.getByRole('button', { name: 'Turn on in this browser' }).click();
  await expect(page.getByText('Push notifications are on in this browser.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off in this browser' }).click();
  await expect(page.getByRole('button', { name: 'Turn on in this browser' })).toBeVisible();
  await openAlerts(first);
  await expect(share).toHaveValue('5000');
  await expect(page.getByLabel('My daily target, in dollars')).toHaveValue('500');
  await openAlerts(second);
  await expect(share).toHaveValue('2500');
  await expect(page.getByLabel('My daily target, in dollars')).toHaveValue('');
});

/** Letters are lower than their boxes, which may overlap by as much. */
const leading = 5;

function overlaps(a: Box, b: Box): boolean {
  const isApart = a.bottom - leading <= b.top || b.bottom - leading <= a.top;
  return !isApart && a.left + 1 < b.right && b.left + 1 < a.right;
}

type Box = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

async function signInAs(page: Page, request: APIRequestContext, email: string) {
  const answer = await request.post('/api/submit_login', { data: { email, password: demoPassword } });
  const { token } = (await answer.json()) as { token: string };
  await signInWith(page, { token });
  return asPerson(request, token);
}

test('the payout history prints on two pages', async ({ page, request }) => {
  await signInAs(page, request, 'payee@example.com');
  await page.goto('/withdrawal/history');
  await expect(page.getByRole('heading', { name: /^P\d{4}-\d+$/ }).first()).toBeAttached();
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeLessThanOrEqual(2);
});

test('the journal says what the days with notes made, and their whole week', async ({ page, request }) => {
  type Day = { readonly day: string; readonly profitCents: number };
  const ask = await signInAs(page, request, 'trader@example.com');
  const week = page.getByRole('heading', { level: 3, name: /^Week of / }).first();
  // The account may trade between both requests.
  await eventually('the week’s total', async () => {
    const { accounts } = await ask<{ accounts: readonly { readonly days: readonly Day[] }[] }>('account/data');
    await page.goto('/my-account/journal');
    await expect(week).toContainText(/[+−]\$/);
    const monday = Date.parse(`${/Week of (\w+ \d+, \d+)/.exec((await week.textContent()) ?? '')?.[1]} UTC`);
    const inWeek = ({ day }: Day) => Date.parse(day) >= monday && Date.parse(day) < monday + 7 * dayMs;
    const cents = (accounts[0]?.days ?? []).filter(inWeek).reduce((sum, { profitCents }) => sum + profitCents, 0);
    const amount = (Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
    expect(await week.textContent()).toContain(`${cents < 0 ? '−' : '+'}$${amount}`);
  });
});

for (const email of ['trader@example.com', 'payee@example.com']) {
  test(`the figures of each account of ${email} stand apart on a phone`, async ({ page, request }) => {
    const ask = await signInAs(page, request, email);
    const { accounts } = await ask<{ accounts: readonly Account[] }>('account/data');
    for (const { id, platformAccountId } of accounts) {
      await page.goto(`/my-account?account=${id}`);
      const facts = page.locator('[data-fact] > :is(dt, dd)');
      await expect(facts.first()).toBeVisible();
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        // Parts for screen readers alone are one pixel wide.
        const boxes = await facts.evaluateAll((all) =>
          all.flatMap((part) => {
            if (part.clientWidth <= 1) return [];
            const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
            const rects: DOMRect[] = [];
            while (texts.nextNode()) {
              const range = document.createRange();
              range.selectNodeContents(texts.currentNode);
              rects.push(...range.getClientRects());
            }
            return rects.map(({ left, right, top, bottom }) => ({ text: part.textContent, left, right, top, bottom }));
          }),
        );
        const problems = boxes.flatMap((box, index) => [
          ...(box.right > width ? [`${box.text} is cut off`] : []),
          ...boxes.slice(index + 1).flatMap((other) => (overlaps(box, other) ? [`${box.text} / ${other.text}`] : [])),
        ]);
        expect(problems, `${platformAccountId} at ${width}`).toEqual([]);
      }
    }
  });
}
