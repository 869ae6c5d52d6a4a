import type { APIRequestContext } from '@playwright/test';
import { register, signInWith } from '../accounts/account-fixtures.ts';
import { expect, linkIn, openContext, test } from '../fixtures.ts';

const agent = { email: 'admin@example.com', password: 'Tidemark-demo-1' };

/** A demo person’s token. */
async function logIn(request: APIRequestContext): Promise<{ token: string }> {
  const answer = await request.post('/api/submit_login', { data: agent });
  return (await answer.json()) as { token: string };
}

test('a signed-in trader asks, an agent notes and answers, and the trader reads only the answer', {
  tag: '@fast',
}, async ({ page, browser, request, mailbox }) => {
  const person = await register(request, mailbox);
  await signInWith(page, person);
  await page.goto('/contact');
  const question = `Which fee is it? ${mailbox.address}`;
  await page.getByLabel('Topic').selectOption({ label: 'Payment' });
  await page.getByRole('textbox', { name: 'Message' }).fill(question);
  await page.getByLabel('Attach a file').setInputFiles({
    name: 'statement.png',
    mimeType: 'image/png',
    buffer: await page.locator('header').first().screenshot(),
  });
  await expect(page.getByRole('button', { name: 'Remove statement.webp' })).toBeVisible();
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('We’re on it')).toBeVisible();
  await expect(page.getByText(/^We’ll answer by /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download statement.webp' })).toBeVisible();
  const ticketId = new URL(page.url()).searchParams.get('ticket') ?? '';

  const office = await (await openContext(browser)).newPage();
  await signInWith(office, await logIn(request));
  await office.goto(`/admin/tickets/${ticketId}`);
  await expect(office.getByRole('button', { name: 'statement.webp' })).toBeVisible();
  await office.getByLabel('Note for colleagues').fill('Statement checked.');
  await office.getByRole('button', { name: 'Add note' }).click();
  await expect(office.getByText('Statement checked.')).toBeVisible();
  await office.getByLabel(/^Reply to /).fill('It is the exchange’s fee.');

  await test.step('a message that arrives in the meantime stops the reply, which stays typed', async () => {
    await page.getByLabel('Your reply').fill('It says CME.');
    await page.getByRole('button', { name: 'Send reply' }).click();
    // In the conversation: the field, too, contains this text until the message has been sent.
    await expect(page.getByRole('listitem').filter({ hasText: 'It says CME.' })).toBeVisible();
    // The alert about the changed ticket may move the button just as the mouse would press it.
    await office.getByRole('button', { name: 'Send and mark as answered' }).press('Enter');
    await expect(office.getByText(/^Someone changed this ticket/)).toBeVisible();
    await expect(office.getByText('It says CME.')).toBeVisible();
    await expect(office.getByLabel(/^Reply to /)).toHaveValue('It is the exchange’s fee.');
  });

  await office.getByRole('button', { name: 'Send and mark as answered' }).click();
  await expect(office.getByRole('listitem').filter({ hasText: 'It is the exchange’s fee.' })).toBeVisible();
  await page.goto('/notifications');
  await page
    .getByRole('link', { name: /We’ve answered you|See/ })
    .first()
    .click();
  await expect(page.getByText('It is the exchange’s fee.')).toBeVisible();
  await expect(page.getByText('Answered', { exact: true })).toBeVisible();
  await expect(page.getByText('Statement checked.')).toHaveCount(0);
  await office.context().close();
});

test('a guest follows the emailed link, writes again and closes the conversation', async ({ page, mailbox }) => {
  await page.goto('/contact');
  await page.getByLabel('Name', { exact: true }).fill('Ana Quispe');
  await page.getByLabel('Email', { exact: true }).fill(mailbox.address);
  await page.getByRole('textbox', { name: 'Message' }).fill('Do you take orders from Peru?');
  await expect(
    page
      .getByRole('main')
      .getByText(/^verified/i)
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/thankyou');
  const copy = await mailbox.read(/^We’ve received your message/);
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await page.goto(linkIn(copy, '#ticket='));
  await expect(page.getByText('Do you take orders from Peru?').last()).toBeVisible();
  await page.getByLabel('Your reply').fill('And from Chile?');
  await page.getByRole('button', { name: 'Send reply' }).dblclick();
  await expect(page.getByText('And from Chile?')).toHaveCount(1);
  await page.getByRole('button', { name: 'Close this conversation' }).click();
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reply and reopen' })).toBeVisible();
  const secret = new URL(linkIn(copy, '#ticket=')).hash.split('.').at(-1) ?? '-';
  expect(requestedUrls.filter((url) => url.includes(secret))).toEqual([]);
});
