import type { APIRequestContext, Page } from '@playwright/test';
import { eventually } from '../../support/eventually.ts';
import { signInWith } from '../accounts/account-fixtures.ts';
import { findViolations } from '../axe.ts';
import { expect, type Mailbox, test } from '../fixtures.ts';
import { openTrader } from '../staff.ts';

type TradingOrder = {
  readonly status: string;
  readonly reason: string | null;
  readonly role: string;
  readonly type: string;
  readonly quantity: number;
  readonly priceTicks: number | null;
};

type Trading = {
  readonly orders: readonly TradingOrder[];
  readonly positions: readonly { readonly quantity: number }[];
};

/** A new person at the terminal with a new account. */
async function open(page: Page, request: APIRequestContext, mailbox: Mailbox, packageId: string, contract = '') {
  const { person, account, ask } = await openTrader(request, mailbox, { packageId });
  await signInWith(page, person);
  await page.goto('/web-trading');
  if (contract !== '') await page.getByLabel('Contract', { exact: true }).selectOption(contract);
  await expect(page.locator('[data-cell]').first()).toBeVisible();
  return { account, read: () => ask<Trading>(`trading/read?account=${account.id}`) };
}

const workingOf = ({ orders }: Trading) => orders.filter(({ status }) => status === 'working');

/** Moves the focus with the Tab key alone. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const target = page.getByRole('button', { name }).first();
  for (let count = 0; count < 80; count += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab doesn't reach ${name}`);
}

async function switchOn(page: Page, ...labels: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  for (const label of labels) {
    await page.getByRole('checkbox', { name: label }).click();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByRole('checkbox', { name: label })).toBeChecked();
  }
  await page.keyboard.press('Escape');
}

test('a bracket order is placed, changed and flattened by keyboard alone', { tag: '@fast' }, async ({
  page,
  request,
  mailbox,
}) => {
  const { read } = await open(page, request, mailbox, 'classic-50k');
  const main = page.getByRole('main');

  await test.step('the account, room left and age of the data are visible', async () => {
    await expect(main.getByText('Room left', { exact: true })).toBeVisible();
    await expect(main.getByText('Data age', { exact: true })).toBeVisible();
    await expect(main.getByLabel('Account', { exact: true })).toHaveText(/Classic 50K · /);
  });

  await test.step('the bracket is reviewed before it is sent', async () => {
    await page.getByRole('checkbox', { name: 'Bracket: target and stop' }).focus();
    await page.keyboard.press('Space');
    for (const [label, ticks] of [
      ['Target, ticks', '400'],
      ['Stop, ticks', '200'],
    ] as const) {
      await page.getByLabel(label).focus();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(ticks);
    }
    await expect(main.getByText('$2,504.08 of $2,000.00 room left.')).toBeVisible();
    await page.getByLabel('Stop, ticks').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('100');
    await expect(main.getByText('$1,254.08 of $2,000.00 room left.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Send order' })).toBeFocused();
    expect((await read()).orders).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(main.getByText(/^Filled: Buy 1 ES\w+ at the market/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Positions' })).toBeFocused();
  });

  await test.step('its price is marked in the ladder, and target and stop are listed as working', async () => {
    await expect(page.getByRole('region', { name: 'Ladder' }).getByText(/your average price$/)).toBeAttached();
    const list = page.getByRole('region', { name: 'Working orders' });
    await expect(list.getByText(/Sell 1 ES\w+, limit/)).toBeVisible();
    await expect(list.getByText(/Sell 1 ES\w+, stop/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Positions' })).toContainText(
      /Long 1 ES\w+ at [\d,.]+.*Stop [\d,.]+ −\$.*ticks? to the floor/,
    );
  });

  await test.step('its target is changed in the list', async () => {
    const before = workingOf(await read()).find(({ role }) => role === 'target')?.priceTicks ?? 0;
    await tabTo(page, /^Change Sell 1 ES\w+, limit/);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Working orders' }).getByLabel('Price').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await eventually('the changed target', async () =>
      expect(workingOf(await read()).find(({ role }) => role === 'target')?.priceTicks).toBe(before + 1),
    );
  });

  await test.step('an order is placed, shown and canceled in the ladder', async () => {
    await page.locator('[data-cell][tabindex="0"]').focus();
    for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) {
      await page.keyboard.press(key);
    }
    await expect(page.getByRole('button', { name: 'Send order' })).toBeFocused();
    await page.keyboard.press('Enter');
    const ownOrderButton = page.getByRole('button', { name: /^Buy at [\d,.]+, 1 of your working orders here/ });
    await expect(ownOrderButton).toBeVisible();
    await ownOrderButton.focus();
    await page.keyboard.press('Delete');
    await expect(ownOrderButton).toBeHidden();
  });

  await test.step('flatten closes the position and cancels the bracket', async () => {
    await tabTo(page, 'Flatten');
    await page.keyboard.press('Enter');
    await expect(main.getByText('You’re flat.')).toBeVisible();
    expect(workingOf(await read())).toEqual([]);
  });
});

test('hotkeys are off until they are switched on and confirmed, and a double click is one order', async ({
  page,
  request,
  mailbox,
}) => {
  const { read } = await open(page, request, mailbox, 'classic-25k');

  await test.step('a key does nothing, and the list says that hotkeys are off', async () => {
    await page.keyboard.press('b');
    await page.keyboard.press('?');
    await expect(page.getByText('Hotkeys are off.', { exact: false })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Send order' })).toBeHidden();
  });

  await test.step('a double click places one order with one-click orders', async () => {
    await switchOn(page, 'One-click orders', 'Hotkeys');
    await page.getByRole('button', { name: /^Send order/ }).dblclick();
    await eventually('the position', async () => expect((await read()).positions).toMatchObject([{ quantity: 1 }]));
    expect((await read()).orders).toHaveLength(1);
  });

  await test.step('a key in a field is text, and elsewhere it trades', async () => {
    await page
      .getByRole('spinbutton')
      .or(page.getByLabel('Contracts', { exact: true }))
      .first()
      .focus();
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: 'Order', exact: true }).click();
    await page.keyboard.press('f');
    await expect(page.getByText('You’re flat.')).toBeVisible();
    expect((await read()).orders).toHaveLength(2);
  });

  await test.step('a reload switches both off again', async () => {
    await page.reload();
    await expect(page.locator('[data-cell]').first()).toBeVisible();
    await page.keyboard.press('b');
    await page.keyboard.press('?');
    await expect(page.getByText('Hotkeys are off.', { exact: false })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Send order' })).toBeHidden();
    await expect(page.getByRole('button', { name: /^Review order/ })).toBeVisible();
    expect((await read()).orders).toHaveLength(2);
  });
});

/** Fills in a limit order this many points away from the last price, which the ticket suggests. */
async function fillLimit(page: Page, side: 'Buy' | 'Sell', points: number): Promise<void> {
  const ticket = page.locator('#ticket');
  await ticket.getByRole('button', { name: side, exact: true }).click();
  await ticket.getByRole('button', { name: 'Limit', exact: true }).click();
  const price = ticket.getByLabel('Price', { exact: true });
  await expect(price).toHaveValue(/^\d+\.\d\d$/);
  await price.fill((Number(await price.inputValue()) + points).toFixed(2));
}

test('two linked orders count once toward the limit, and canceling one cancels the other', async ({
  page,
  request,
  mailbox,
}) => {
  const { read } = await open(page, request, mailbox, 'classic-25k');
  const list = page.getByRole('region', { name: 'Working orders' });
  const review = page.getByRole('button', { name: /^Review order/ });
  await page.getByLabel('Contracts', { exact: true }).fill('3');
  await fillLimit(page, 'Buy', -200);
  await review.click();
  await page.getByRole('button', { name: 'Send order' }).click();
  await expect(list.getByText(/^Buy 3 ES\w+, limit/)).toBeVisible();

  await fillLimit(page, 'Buy', -300);
  await expect(page.getByText(/Contract limit 3\. Room for 0 more ES\w+ on this side\./)).toBeVisible();
  await page.getByLabel('One cancels the other').selectOption({ index: 1 });
  await review.click();
  await expect(page.getByText('Cancels the linked order when it fills, and vice versa.')).toBeVisible();
  await page.getByRole('button', { name: 'Send order' }).click();
  await expect(list.getByText('OCO', { exact: true })).toHaveCount(2);
  // A third order has none to be linked with.
  await fillLimit(page, 'Sell', 200);
  await expect(page.getByLabel('One cancels the other')).toBeHidden();

  await list
    .getByRole('button', { name: /^Cancel Buy 3/ })
    .first()
    .click();
  await expect(list.getByText(/^No working orders\./)).toBeVisible();
  expect((await read()).orders.map(({ status, reason }) => [status, reason]).sort()).toEqual([
    ['canceled', 'canceled'],
    ['canceled', 'oco'],
  ]);
});

test('orders that the limits don’t allow are disabled with the reason', async ({ page, request, mailbox }) => {
  await open(page, request, mailbox, 'classic-25k');
  await page.getByLabel('Contracts', { exact: true }).fill('4');
  await expect(page.getByText(/Contract limit 3\. Room for 3 more ES\w+ on this side\./)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Review order/ })).toHaveAttribute('aria-disabled', 'true');
});

test('old prices block new orders but never flattening', async ({ page, request, mailbox, context }) => {
  const { read } = await open(page, request, mailbox, 'classic-25k');
  await page.getByRole('button', { name: /^Review order/ }).click();
  await page.getByRole('button', { name: 'Send order' }).click();
  await expect(page.getByRole('region', { name: 'Positions' }).getByText(/^Long 1 /)).toBeVisible();
  // The stream breaks and can't reconnect; everything else still reaches the server.
  await context.route('**/api/market/stream*', (route) => route.abort());
  await page.getByLabel('Contract', { exact: true }).selectOption('MES');
  await expect(
    page.getByText('Prices are more than 2 s old. New orders are blocked until they’re current.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Review order/ })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Flatten' }).click();
  await expect(page.getByText('You’re flat.')).toBeVisible();
  expect((await read()).positions).toEqual([]);
});

test('when live prices are refused the screen says why, and prices come back later', async ({
  page,
  request,
  mailbox,
  context,
}) => {
  await open(page, request, mailbox, 'classic-25k');
  const contract = page.getByLabel('Contract', { exact: true });
  const refuse = (status: number, response_message: string) =>
    context.route('**/api/market/stream*', (route) =>
      route.fulfill({ status, json: { response_status: status, response_message } }),
    );
  const full = page.getByText('Too many people are watching live prices right now.', { exact: false });
  await refuse(503, 'Too many people are watching live prices right now. We’ll try again in a moment.');
  await contract.selectOption('MES');
  await expect(full).toBeVisible();
  await context.unroute('**/api/market/stream*');
  await expect(full).toBeHidden();
  await expect(page.locator('[data-cell]').first()).toBeVisible();

  const tabs = page.getByText('Live prices are already open in six places.', { exact: false });
  await refuse(409, 'Live prices are already open in six places. Close one of them, then try again.');
  await contract.selectOption('NQ');
  await expect(tabs).toBeVisible();
  await context.unroute('**/api/market/stream*');
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await expect(tabs).toBeHidden();
  await expect(page.locator('[data-cell]').first()).toBeVisible();
});

test('the terminal and its dialogs don’t scroll sideways at 400 % zoom', async ({ page, request, mailbox }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await open(page, request, mailbox, 'classic-25k');
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().press('Enter');
  const buyInDock = page.getByRole('region', { name: 'Place an order' }).getByRole('button', { name: /^Buy / });
  const fits = (part: string) =>
    eventually(`${part} without a sideways scroll`, async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320),
    );

  await fits('the chart and the ladder');
  await buyInDock.press('Enter');
  await page.getByRole('checkbox', { name: 'Bracket: target and stop' }).press('Space');
  await expect(page.getByLabel('Target, ticks')).toBeVisible();
  await fits('the ticket');
  await expect(page.getByRole('dialog').getByText('Long 1', { exact: false })).toBeVisible();
  await press(/^Buy 1 ES\w+ at the market/);
  await expect(page.getByRole('region', { name: 'Positions' }).getByText(/^Long 1 /)).toBeVisible();
  await press(/^Change Sell 1 ES/);
  await expect(page.getByRole('region', { name: 'Working orders' }).getByLabel('Price')).toBeVisible();
  await fits('a position, its bracket and the change of an order');
  await expect(
    page
      .getByRole('img', { name: /^Price of/ })
      .locator('canvas')
      .first(),
  ).toBeAttached();
  await page.getByText('Last bars as a table').press('Enter');
  await expect(page.getByRole('table', { name: /the last completed bars$/ })).toBeVisible();
  await fits('the chart and its table');
  for (const dialog of ['Settings', 'Hotkey list']) {
    await (dialog === 'Settings' ? press(dialog) : page.keyboard.press('?'));
    await expect(page.getByRole('dialog')).toBeVisible();
    const overflow = () => page.getByRole('dialog').evaluate((element) => element.scrollWidth - element.clientWidth);
    await eventually(`a ${dialog} dialog that fits`, async () => expect(await overflow()).toBeLessThanOrEqual(0));
    await page.keyboard.press('Escape');
  }
});

test('on a phone the sheet closes with its order, and neither a slow nor a lost order blocks the dock', async ({
  page,
  request,
  mailbox,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { read } = await open(page, request, mailbox, 'classic-25k');
  const dialog = page.getByRole('dialog');
  const dock = page.getByRole('region', { name: 'Place an order' });
  const orders = async () => (await read()).orders.length;
  /** Each step takes the other side, since the same order again within half a second is a double click. */
  const send = async (side: 'Buy' | 'Sell') => {
    await dock.getByRole('button', { name: new RegExp(`^${side} `) }).click();
    await dialog.getByRole('button', { name: new RegExp(`^${side} 1 ES\\w+ at the market`) }).click();
  };

  await test.step('one-click orders don’t leave the sheet open for a second press', async () => {
    await switchOn(page, 'One-click orders');
    await send('Buy');
    await expect(dialog).toBeHidden();
    expect(await orders()).toBe(1);
  });

  await test.step('the sheet can be closed over an order on its way, and opens again', async () => {
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/trading/place', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await send('Sell');
    await expect(dialog.getByRole('button', { name: 'Send order' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Back', exact: true })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await dock.getByRole('button', { name: /^Buy / }).click();
    await expect(dialog).toBeVisible();
    answer.resolve();
    await expect(dialog).toBeHidden();
    expect(await orders()).toBe(2);
    await page.unroute('**/api/trading/place');
  });

  await test.step('Back from an order that never arrived leads to the ticket', async () => {
    await page.route('**/api/trading/place', (route) => route.fulfill({ status: 503 }));
    await send('Buy');
    await dialog.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(dialog.getByRole('button', { name: /^Buy 1 ES\w+ at the market/ })).toBeVisible();
    expect(await orders()).toBe(2);
  });
});

/** Crosses the spread repeatedly until the account's rules stop it. */
async function tradeUntil(page: Page, title: string): Promise<void> {
  const end = page.getByText(title, { exact: true });
  await switchOn(page, 'One-click orders', 'Hotkeys');
  await page.getByRole('heading', { name: 'Order', exact: true }).click();
  await page.keyboard.press('b');
  const held = page.getByRole('region', { name: 'Positions' }).getByText(/^(Long|Short) \d/);
  await expect(held).toBeVisible();
  const side = async () => {
    if (await end.isVisible()) return 'over';
    return (await held.allInnerTexts())[0]?.slice(0, 4) ?? '';
  };
  for (let before = await side(); before !== 'over'; before = await side()) {
    // A second press within half a second counts as the same order, so another one may be needed.
    await eventually('a reversed position or the end', async () => {
      await page.keyboard.press('r');
      expect(await side()).not.toBe(before);
    });
  }
}

test('trading down to the floor breaches the account, which then accepts no order', async ({
  page,
  request,
  mailbox,
}) => {
  const { read } = await open(page, request, mailbox, 'ascension-25k', 'NKD');
  await page.getByLabel('Contracts', { exact: true }).fill('2');
  await tradeUntil(page, 'This account is breached');
  await expect(page.getByText('This account can no longer trade.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send order/ })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('You’re flat.')).toBeVisible();
  expect((await read()).positions).toEqual([]);
});

test('trading into the daily limit locks the account until the next day', async ({ page, request, mailbox }) => {
  await open(page, request, mailbox, 'merit-25k', 'NKD');
  await tradeUntil(page, 'Locked for today');
  // Playwright's reader is in Lisbon.
  const resumes = /^You reached the daily loss limit.* Chicago time \(.*\d\d:\d\d your time\)\.$/;
  await expect(page.getByText(resumes)).toBeVisible();
  await expect(page.getByText('You’re flat.')).toBeVisible();
});

for (const size of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`axe finds nothing at ${size.width} px in the ticket, the review and the settings`, async ({
    page,
    request,
    mailbox,
  }) => {
    await page.setViewportSize(size);
    await open(page, request, mailbox, 'classic-25k');
    const check = async () => expect(await findViolations(page, 'main')).toEqual([]);
    const isPhone = size.width < 768;
    await check();
    const dock = page.getByRole('region', { name: 'Place an order' });
    if (isPhone) await dock.getByRole('button', { name: /^Buy / }).click();
    await page.getByRole('checkbox', { name: 'Bracket: target and stop' }).check();
    await check();
    if (isPhone) {
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Buy 1 ES\w+ at the market/ })
        .click();
      await expect(page.getByRole('dialog')).toBeHidden();
    } else {
      await page.getByRole('button', { name: /^Review order/ }).click();
      await check();
      await page.getByRole('button', { name: 'Send order' }).click();
    }
    await expect(page.getByRole('region', { name: 'Positions' }).getByText(/^Long 1 /)).toBeVisible();
    await check();
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Flatten' }).click();
    await expect(page.getByText('You’re flat.')).toBeVisible();
  });
}
