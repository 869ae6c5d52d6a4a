import { expect, test } from 'vitest';
import { addressKey } from '#server/core/mail/address-key.ts';

test.each([
  ['Ada.L+two@Gmail.com', 'adal@gmail.com'],
  ['a.d.a.l@googlemail.com', 'adal@gmail.com'],
  [' ADAL@GoogleMail.com. ', 'adal@gmail.com'],
  ['ada@me.com', 'ada@icloud.com'],
  ['ada+x@mac.com', 'ada@icloud.com'],
  ['a.da@icloud.com', 'a.da@icloud.com'],
  ['ada-l@pm.me', 'adal@proton.me'],
  ['a_d.a.l+shop@protonmail.com', 'adal@proton.me'],
  ['adal@protonmail.ch', 'adal@proton.me'],
  ['ada.l@ya.ru', 'ada-l@yandex.ru'],
  ['ada-l+news@yandex.com', 'ada-l@yandex.ru'],
  ['shop@ada.fastmail.com', 'ada@fastmail.com'],
  ['ada+shop@fastmail.com', 'ada@fastmail.com'],
  ['ada@fastmail.fm', 'ada@fastmail.fm'],
  ['ada.l@outlook.com', 'ada.l@outlook.com'],
  ['ada+x@hotmail.com', 'ada@hotmail.com'],
  ['ada.l@example.com', 'ada.l@example.com'],
  ['+ada@example.com', '+ada@example.com'],
  ['...@gmail.com', '...@gmail.com'],
  ['ａｄａ@gmail.com', 'ada@gmail.com'],
  ['"a@b"@example.com', '"a@b"@example.com'],
])('%s is the mailbox %s', (email, key) => {
  expect(addressKey(email)).toBe(key);
  expect(addressKey(key)).toBe(key);
});

test('mailboxes of one name at outlook.com, hotmail.com, live.com and yahoo.com differ', () => {
  const keys = ['outlook.com', 'hotmail.com', 'live.com', 'yahoo.com'].map((domain) => addressKey(`ada@${domain}`));
  expect(new Set(keys).size).toBe(4);
});
