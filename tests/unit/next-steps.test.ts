import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import strings from '../../public/locales/en/accounts.json' with { type: 'json' };
import { NextSteps } from '../../src/islands/accounts/next-steps.tsx';
import { TextsProvider } from '../../src/islands/accounts/texts.ts';
import type { AccountDetails } from '../../src/stores/account-details.ts';
import type { Account } from '../../src/stores/accounts.ts';

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
