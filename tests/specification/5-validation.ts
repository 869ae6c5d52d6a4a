import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { departs, each, heldBy, type Statements } from './statement.ts';

const newsletter = JSON.parse(readFileSync('public/locales/en/newsletter.json', 'utf8'));
const order = heldBy('stores/support/contact', 'reports every missing field in the specified order and sends nothing');

export const validation: Statements = {
  'The newsletter form is checked on submit, in order, and any failure stops it': order,
  ...each(
    'The newsletter form says',
    [
      ...['captcha: Please complete the CAPTCHA.', 'required: {{field}} field is required'],
      'passwords: Password and confirm password must match.',
    ],
    (line) => {
      const [key = '', text] = line.split(/: (.*)/);
      expect(newsletter[key]).toBe(text);
    },
  ),
  'A captcha is checked first': order,
  'Every empty field is named': order,
  'The consent covers marketing and informational purposes': () =>
    expect(newsletter.consent).toMatch(/marketing and informational purposes.*affiliates and related entities/),
  'The consent also shares the address with affiliates': departs('newsletter consent'),
  'Each message of validation_errors is an error notification of its own': departs('one toast per form'),
  'Each message of validation_errors is shown': heldBy(
    'e2e/messages/notifications',
    'every message of every field is shown',
  ),
  'A sign-in succeeds only if the response has a token': heldBy(
    'stores/people/sign-in',
    'fails with a message if the response has no token',
  ),
  'A response is a success when its response_status is 200': heldBy(
    'stores/shell/request',
    'takes the envelope’s status even if the transport says 200',
  ),
};
