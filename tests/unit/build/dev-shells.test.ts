import { expect, test } from 'vitest';
import { toBuiltUrl } from '#build/dev-shells.ts';

test.each([
  ['/check-out/classic-50k', '/check-out/_'],
  ['/fr/check-out/classic-50k?coupon=TIDE20', '/fr/check-out/_?coupon=TIDE20'],
  ['/admin/people', '/admin/_'],
  ['/profile/edit', '/profile/edit'],
  ['/classic-accounts?x=1', '/classic-accounts?x=1'],
  ['/src/styles/base.css?import', '/src/styles/base.css?import'],
  ['/api/health', '/api/health'],
])('in development %s renders %s', (url, rendered) => {
  expect(toBuiltUrl(url)).toBe(rendered);
});
