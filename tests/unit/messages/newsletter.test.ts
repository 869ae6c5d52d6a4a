import { expect, test } from 'vitest';
import { checkNewsletter, fieldName } from '#shared/messages/newsletter-form.ts';

test('an empty form reports every field in rule order', () => {
  expect(checkNewsletter({ email: ' ', termsUse: 0 }, '')).toEqual([
    { kind: 'captcha' },
    { kind: 'required', field: 'email' },
    { kind: 'consent' },
  ]);
});

test('an unticked box is a missing consent, not an empty field', () => {
  expect(checkNewsletter({ email: 'ada@example.org', termsUse: 0 }, 'solved')).toEqual([{ kind: 'consent' }]);
});

test('a complete form has no errors', () => {
  expect(checkNewsletter({ email: 'ada@example.org', termsUse: 1 }, 'solved')).toEqual([]);
});

test('mismatched passwords are reported last', () => {
  const values = { email: '', termsUse: 0, password: 'one', confirm_password: 'two' } as const;
  expect(checkNewsletter(values, '').at(-1)).toEqual({ kind: 'passwords' });
});

test.each([
  ['email', 'Email'],
  ['confirm_password', 'Confirm password'],
])('the field %s is labeled %s', (field, name) => {
  expect(fieldName(field)).toBe(name);
});
