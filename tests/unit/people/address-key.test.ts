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
  // fastmail.com/blog/two-address-resolving-additions
  ['companyname@joe-citizen.fastmail.fm', 'joe-citizen@fastmail.fm'],
  ['joe_citizen@fastmail.fm', 'joe-citizen@fastmail.fm'],
  // Fastmail's other domains: emaildiscussions.com, and one with three parts
  ['alpha@example.sent.com', 'example@sent.com'],
  ['example+alpha@sent.com', 'example@sent.com'],
  ['shop@ada.fastmail.co.uk', 'ada@fastmail.co.uk'],
  // help.yahoo.com, “Using disposable addresses”: a base name and a keyword
  ['base-shopping@yahoo.com', 'base@yahoo.com'],
  ['base-news@yahoo.co.uk', 'base@yahoo.co.uk'],
  ['base-news@ymail.com', 'base@ymail.com'],
  ['base+news@yahoo.com', 'base@yahoo.com'],
  ['base-news@yahoo.co.jp', 'base-news@yahoo.co.jp'],
  // blog.runbox.com, “Sub-addressing”; help.runbox.com/how-do-internet-domains-work-for-email
  ['demo+tag@runbox.com', 'demo@runbox.com'],
  ['demo@runbox.no', 'demo@runbox.com'],
  ['demo@runbox.eu', 'demo@runbox.com'],
  // addy.io/help/what-are-the-different-kinds-of-aliases: a name's own domain, and aliases of one that all share
  ['hello@johndoe.anonaddy.com', 'any@johndoe.anonaddy.com'],
  ['newsletter@johndoe.anonaddy.me', 'any@johndoe.anonaddy.com'],
  ['circus.waltz449@anonaddy.me', 'circus.waltz449@anonaddy.com'],
  // support.mozilla.org, “General questions about Relay email domains”
  ['newsletter@yourdomain.mozmail.com', 'any@yourdomain.mozmail.com'],
  ['shopping@yourdomain.mozmail.com', 'any@yourdomain.mozmail.com'],
  ['x1y2z3@mozmail.com', 'x1y2z3@mozmail.com'],
  // Mailo's aliases end with ++ and a keyword; Zoho, HEY, Mail.ru, Outlook and others use +.
  ['myaddress++shopping@mailo.com', 'myaddress@mailo.com'],
  ['ada+shop@zohomail.com', 'ada@zohomail.com'],
  ['ada+shop@hey.com', 'ada@hey.com'],
  ['ada+shop@mail.ru', 'ada@mail.ru'],
  ['ada+shop@live.com', 'ada@live.com'],
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
