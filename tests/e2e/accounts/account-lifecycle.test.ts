import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Page } from '@playwright/test';
import { eventually } from '../../support/eventually.ts';
import { expect, test } from '../fixtures.ts';
import { type Account, asPerson, buy, chooseAccount, forceOutcome, register, signInWith } from './account-fixtures.ts';

/** A proxy in front of the server that can drop its connections and refuse new ones. */
async function openProxy(port: number) {
  const sockets = new Set<Socket>();
  let isShut = false;
  const proxy: Server = createServer((socket) => {
    if (isShut) {
      socket.destroy();
      return;
    }
    const inside = connect(port, 'localhost');
    for (const each of [socket, inside]) {
      sockets.add(each);
      each.on('error', () => each.destroy());
      each.on('close', () => sockets.delete(each));
    }
    socket.pipe(inside).pipe(socket);
  });
  await new Promise<void>((done) => proxy.listen(0, done));
  const address = proxy.address();
  return {
    origin: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    shut() {
      isShut = true;
      for (const socket of sockets) socket.destroy();
    },
    reopen() {
      isShut = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => proxy.close(done));
    },
  };
}

const badge = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('main').getByText(text).first()).toBeVisible();

test('two open tabs follow an account through a pass, a lock, a loss, a reset and a lost connection', async ({
  page,
  context,
  request,
  mailbox,
  baseURL,
}) => {
  const person = await register(request, mailbox);
  const ask = asPerson(request, person.token);
  for (const packageId of ['classic-50k', 'merit-25k', 'classic-25k']) {
    await buy(request, person.token, person.email, { kind: 'evaluation', packageId });
  }
  const list = async () => (await ask<{ accounts: readonly Account[] }>('account/data')).accounts;
  await eventually('the open accounts', async () => expect(await list()).toHaveLength(3));
  // Opened side by side, in any order.
  const opened = await list();
  const find = (program: string, size: string) =>
    opened.find((each) => each.program === program && each.size === size) as Account;
  const [first, merit, second] = [find('classic', '50K'), find('merit', '25K'), find('classic', '25K')];
  const other = await context.newPage();
  await signInWith(page, person);

  await test.step('a pass updates the floor and the stage in both tabs and offers the activation', async () => {
    for (const tab of [page, other]) {
      await tab.goto(`/my-account?account=${first.id}`);
      await badge(tab, '$48,000.00');
      await badge(tab, 'live');
    }
    await forceOutcome(request, first, 'passed');
    for (const tab of [page, other]) {
      await badge(tab, 'Evaluation passed');
      await badge(tab, '$50,000.00');
      await badge(tab, 'locked at the starting balance');
      await expect(tab.getByRole('main').getByRole('link', { name: 'Activate funded account' })).toBeVisible();
    }
  });

  await test.step('a soft limit locks the day and says until when', async () => {
    await page.getByRole('button', { name: /Merit 25K/ }).click();
    await forceOutcome(request, merit, 'locked');
    await badge(page, 'Locked until the next trading day');
    await expect(page.getByRole('button', { name: /Merit 25K/ })).toContainText('Locked for today');
    await other.reload();
    await expect(other.getByRole('button', { name: /Merit 25K/ })).toContainText('Locked for today');
  });

  await test.step('a loss ends the account with a report, and a reset restarts it', async () => {
    await chooseAccount(page, /Classic 25K/);
    await badge(page, '$23,500.00');
    await other.goto('/statistics');
    await other.getByRole('button', { name: 'Evaluation', exact: true }).click();
    await other
      .getByLabel('Account', { exact: true })
      .selectOption({ label: `Classic 25K, ${second.platformAccountId}` });
    const newer = other.getByRole('button', { name: 'Update with new fills' });
    await forceOutcome(request, second, 'breached');
    await newer.click();
    await expect(other.getByText(/^\d+ of \d+ trades?$/)).toBeVisible();
    await expect(newer).toBeHidden();
    await badge(page, 'This account is breached');
    await expect(page.getByRole('heading', { name: 'Breach report' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Reset', exact: true })).toBeVisible();
    await buy(request, person.token, person.email, { kind: 'reset', packageId: 'classic-25k', accountId: second.id });
    await expect(page.getByText('This account is breached')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Breach report' })).toBeHidden();
    await badge(page, /^Evaluation, day 1$/);
  });

  await test.step('a lost connection is shown and retried, and missed events are caught up', async () => {
    const proxy = await openProxy(Number(new URL(baseURL ?? '').port));
    const far = await context.newPage();
    await far.goto(`${proxy.origin}/contact`);
    await far.evaluate((token) => {
      localStorage.setItem('token', token);
      localStorage.setItem('token_expiry', String(Date.now() + 600_000));
    }, person.token);
    await far.goto(`${proxy.origin}/my-account?account=${second.id}`);
    await badge(far, 'live');
    proxy.shut();
    await badge(far, 'Connection lost, reconnecting');
    await forceOutcome(request, second, 'breached');
    proxy.reopen();
    await badge(far, 'This account is breached');
    await expect(far.getByText('Connection lost, reconnecting')).toBeHidden();
    await far.close();
    await proxy.close();
  });
});
