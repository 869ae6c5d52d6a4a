import { expect, test } from 'vitest';
import { checkPassword, hashPassword } from '#server/people/password/hash.ts';

test('a password is stored at the cost that OWASP asks of argon2id, and found again however it was typed', async () => {
  const stored = await hashPassword('Pre\u0301cis-1');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await checkPassword(stored, 'Pr\u00e9cis-1')).toBe(true);
  expect(await checkPassword(stored, 'Precis-1')).toBe(false);
  expect(await checkPassword(null, 'Pr\u00e9cis-1')).toBe(false);
});
