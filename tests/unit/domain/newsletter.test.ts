import { expect, test } from 'vitest';
import { checkNewsletter, fieldName } from '../../../src/domain/newsletter/check-form.ts';

test('an empty form complains of everything, in the order of the rules', () => {
  expect(checkNewsletter({ email: ' ', termsUse: 0 }, '')).toEqual([
    { kind: 'captcha' },
    { kind: 'required', field: 'email' },
    { kind: 'consent' },
  ]);
});

test('a box that is not ticked is a missing consent and no empty field', () => {
  expect(checkNewsletter({ email: 'ada@example.org', termsUse: 0 }, 'solved')).toEqual([{ kind: 'consent' }]);
});

test('a complete form has nothing wrong', () => {
  expect(checkNewsletter({ email: 'ada@example.org', termsUse: 1 }, 'solved')).toEqual([]);
});

test('passwords that differ come last', () => {
  const values = { email: '', termsUse: 0, password: 'one', confirm_password: 'two' } as const;
  expect(checkNewsletter(values, '').at(-1)).toEqual({ kind: 'passwords' });
});

test.each([
  ['email', 'Email'],
  ['confirm_password', 'Confirm password'],
])('the field %s is called %s', (field, name) => {
  expect(fieldName(field)).toBe(name);
});
