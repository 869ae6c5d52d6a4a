import { expect, test } from 'vitest';
import { showEmail } from '#lib/show-email.ts';

test.each([
  ['info@xn--d1abbgf6aiiy.xn--p1ai', 'info@президент.рф'],
  ['ada@xn--mller-kva.de', 'ada@müller.de'],
  ['ada@xn--wgv71a119e.jp', 'ada@日本語.jp'],
  ['ada@xn--r8jz45g.xn--zckzah', 'ada@例え.テスト'],
  ['ada@xn--ngbc5azd.xn--mgbaam7a8h', 'ada@شبكة.امارات'],
  ['ada@xn--3e0b707e.kr', 'ada@한국.kr'],
  ['ada@example.com', 'ada@example.com'],
  // Cyrillic letters that look like apple and paypal.
  ['ada@xn--80ak6aa92e.com', 'ada@xn--80ak6aa92e.com'],
  ['ada@xn--pypal-4ve.com', 'ada@xn--pypal-4ve.com'],
  ['ada@xn--a.com', 'ada@xn--a.com'],
  ['ada@xn--99999999999999.com', 'ada@xn--99999999999999.com'],
])('%s is shown as %s', (address, shown) => {
  expect(showEmail(address)).toBe(shown);
});
