import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { catalogRow } from '#app/http/failure.ts';
import { departs, each, heldBy, type Statements } from './statement.ts';

const strings: Readonly<Record<string, string>> = JSON.parse(readFileSync('public/locales/en/calls.json', 'utf8'));
const newsletter = JSON.parse(readFileSync('public/locales/en/newsletter.json', 'utf8'));
const catalog = heldBy('e2e/messages/notifications', 'each row of the error catalog shows its message in *');

export const errors: Statements = {
  ...each(
    'A status has its kind and message:',
    [
      '204 info No content available.',
      '400 error Bad request. Please check your input.',
      '401 error Your session has expired. Please log in again.',
      '406 warning Request not acceptable.',
      '409 error Conflict. The resource already exists.',
      "410 warning Resource gone. It's no longer available.",
      '422 error Unprocessable Entity. Invalid data provided.',
      '498 error Invalid Token. Please log in again.',
      '500 error Internal Server Error. Please try again later.',
      '418 error An error occurred. Please try again.',
    ],
    (line) => {
      const [, status, type, message] = /^(\d+) (\w+) (.*)$/.exec(line) ?? [];
      const row = catalogRow(Number(status));
      expect([row.type, strings[row.key]]).toEqual([type, message]);
    },
  ),
  ...each(
    'The message is',
    [
      'network: Server is not responding. Please try again later.',
      'unexpected: An unexpected error occurred.',
      'session_expired: Session Expired! Please Login.',
      'broken_title: Unexpected Application Error!',
    ],
    (line) => {
      const [key = '', text] = line.split(/: (.*)/);
      expect(strings[key]).toBe(text);
    },
  ),
  'Each row appears as a notification': catalog,
  'Notifications appear at the top right and close after 3 seconds': heldBy(
    'e2e/messages/notifications',
    'an API error stays for three seconds and other toasts for five, all at the top right',
  ),
  '498 then signs out and redirects home everywhere': departs('invalid token'),
  'The server’s message takes precedence': heldBy(
    'stores/shell/toasts',
    'shows the server’s message rather than the catalog’s',
  ),
  'The newsletter shows validation errors one by one and can be sent again': heldBy(
    'e2e/messages/newsletter',
    'server validation errors appear one by one, and the form can be sent again',
  ),
  'The newsletter shows a network failure as text': heldBy(
    'e2e/messages/newsletter',
    'a network failure and a malformed response appear as text, and no input is lost',
  ),
  'The newsletter thanks with the specification’s words': () =>
    expect(newsletter.subscribed).toBe('Your have successfully subscribed!'),
  'A screen that fails shows the fallback': heldBy(
    'e2e/messages/notifications',
    'a screen that fails to render says so and offers a way back',
  ),
};
