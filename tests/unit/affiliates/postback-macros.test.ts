import { expect, test } from 'vitest';
import { fillMacros, postbackMacros } from '#shared/messages/webhook.ts';

test('an address names every macro, and half a character is sent as U+FFFD, as URL encoding demands', () => {
  const url = `https://partner.example/?${postbackMacros.map((name) => `${name}={${name}}`).join('&')}`;
  const values = Object.fromEntries(postbackMacros.map((name) => [name, `${name} & \ud800`]));
  const { searchParams } = new URL(fillMacros(url, values));
  for (const name of postbackMacros) expect(searchParams.get(name)).toBe(`${name} & \ufffd`);
});
