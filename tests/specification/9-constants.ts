import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { locales } from '#i18n/locales.ts';
import errors from '#locales/en/errors.json' with { type: 'json' };
import {
  callErrorToastMs,
  countdownTickMs,
  invalidTokenStatus,
  toastDragPercent,
  toastMs,
  tokenLifetimeMinutes,
} from '#shared/core/constants.ts';
import { type ErrorCode, errorStatus } from '#shared/core/errors.ts';
import { departs, each, heldBy, type Statements } from './statement.ts';

const packages = parse(readFileSync('content/catalog/packages.yaml', 'utf8'));

export const constants: Statements = {
  'A token lives 700 minutes': () => expect(tokenLifetimeMinutes).toBe(700),
  'The server ends it then': heldBy(
    'server/people/sign-up',
    'a token expires after 700 minutes with a 498, and a missing token gets a 401',
  ),
  'An error from a call closes after 3,000 ms': () => expect(callErrorToastMs).toBe(3_000),
  'Other toasts close after 5,000 ms': () => expect(toastMs).toBe(5_000),
  'A toast waits under the pointer and in the background': heldBy(
    'e2e/messages/notifications',
    'a toast waits while the pointer is over it or the window is in the background',
  ),
  'A toast closes when it is dragged 80 percent': () => expect(toastDragPercent).toBe(80),
  'A toast closes by dragging': heldBy(
    'e2e/messages/notifications',
    'a toast closes when dragged far enough and otherwise returns',
  ),
  ...each('The API answers with', ['400', '401', '404', '409', '410', '422', '498', '500'], (status) =>
    expect([500, ...(Object.keys(errors) as ErrorCode[]).map(errorStatus)]).toContain(Number(status)),
  ),
  '498 means an invalid token': () => expect(invalidTokenStatus).toBe(498),
  'A countdown ticks each second': () => expect(countdownTickMs).toBe(1_000),
  'The page scrolls to the top 800 ms after a path change': departs('artificial waits'),
  'A loader clears after 1,000 ms': departs('artificial waits'),
  'Affiliates gain 15 %': () =>
    expect(new Set(Object.values<{ shareBps: number }>(packages.affiliate).map((terms) => terms.shareBps))).toEqual(
      new Set([1_500]),
    ),
  'The languages are en, fr and pt': () => expect([...locales]).toEqual(['en', 'fr', 'pt']),
  'The discount banner shows only with status 1 and before it expires': heldBy(
    'server/catalog/discounts',
    'a discount started by staff appears in the ticker and the list until they end it or it expires',
  ),
  'The market-data add-on is worth 5': () => expect(packages.addOns['market-data'].priceCents).toBe(500),
  'A reset for the funded account costs 70': () => expect(packages.addOns['funded-reset'].priceCents).toBe(7_000),
  ...each('The environment has a root of its own:', ['dev', 'network', 'test', 'live'], (name) =>
    expect(parse(readFileSync('content/site.yaml', 'utf8')).apiRoots[name]).toMatch(/\/api$/),
  ),
};
