import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LowRoomAlert } from '#app/payouts/low-room-alert.tsx';
import { TextsProvider } from '#app/payouts/texts.ts';
import strings from '#locales/en/payouts.json' with { type: 'json' };
import { makeFacts, quote } from './payout-support.ts';

function write(amountCents: number): string {
  const facts = makeFacts({ floorCents: 5_160_000 });
  const children = createElement(LowRoomAlert, { quote: quote(facts, amountCents) });
  return renderToStaticMarkup(createElement(TextsProvider, { locale: 'en', strings, children }));
}

test('an amount that leaves almost nothing above the floor comes with a warning', () => {
  // The floor is $400 away, so $399.99 is the largest possible amount.
  expect(write(39_999)).toContain('This leaves $0.01 above your floor.');
  const empty = '<p role="status" class="visually-hidden"></p>';
  for (const amountCents of [25_000, 36_000, 40_000]) expect(write(amountCents), String(amountCents)).toBe(empty);
});

test('the announcement waits until the amount stays the same', () => {
  expect(write(39_999)).toContain('<p role="status" class="visually-hidden"></p>');
});
