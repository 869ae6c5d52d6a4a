import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NextSteps } from '#app/accounts/next-steps.tsx';
import type { Account } from '#app/accounts/stores/accounts.ts';
import type { AccountDetails } from '#app/accounts/stores/details.ts';
import { TextsProvider } from '#app/accounts/texts.ts';
import strings from '#locales/en/accounts.json' with { type: 'json' };

function write(suspendedFor: AccountDetails['suspendedFor']): string {
  const account = { id: 'a', stage: 'suspended' } as Account;
  const details = { accountId: 'a', suspendedFor } as AccountDetails;
  const props = { locale: 'en', strings, children: createElement(NextSteps, { account, details }) } as const;
  return renderToStaticMarkup(createElement(TextsProvider, props));
}

test('a suspended account links to unpaid bills or to its conduct case, and otherwise to nothing', () => {
  expect(write(['past-due'])).toMatch(/^<a [^>]*href="[^"]+"[^>]*>View open bills<\/a>$/);
  expect(write(['risk', 'past-due'])).toContain('View open bills');
  expect(write(['conduct'])).toMatch(/^<a [^>]*href="#conduct-case"[^>]*>Read the case and answer<\/a>$/);
  for (const reason of ['dispute', 'risk', 'liquidate-only', 'payout-transfer', 'halt'] as const) {
    expect(write([reason])).toBe('');
  }
});
