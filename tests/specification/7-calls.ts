import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { requestTimeoutMs } from '#shared/core/constants.ts';
import { registry } from '#shared/firm/registry.ts';
import { departs, each, heldBy, type Statements } from './statement.ts';

function callOf(line: string) {
  const [method, path] = line.split(' ');
  const call = registry.find((each) => each.method === method && each.path === path);
  expect(call, line).toBeDefined();
  return call;
}

export const calls: Statements = {
  ...each(
    'There is the call',
    [
      ...['POST check_auth', 'POST register', 'POST submit_login', 'POST profile/update', 'POST password/change'],
      ...['POST submit_forgot_email', 'POST forgot/email/verify', 'POST resend_email', 'POST email/verify'],
      ...['GET countries', 'POST update/message/status', 'GET faqs/fetch', 'GET thor/faqs/fetch', 'GET packages/fetch'],
      ...['GET thor-packages/fetch', 'GET package/discount', 'GET coupons/package', 'GET categories/fetch'],
      ...['GET account/data', 'GET blog-categories/fetch', 'GET blogs/fetch', 'GET blog/fetch/{id}'],
      ...['GET affiliate/data', 'POST affiliation/signup', 'GET affiliate-post-image/fetch', 'POST payout/request'],
      ...['POST affiliation/coupon/update', 'POST affiliate/link/count', 'GET my-orders'],
      ...['POST get/risk-manager-dashboard', 'POST dxFeed/withdrawl/request/close', 'POST newsletter/subscribe'],
      ...['POST logout', 'GET sessionId/fetch'],
    ],
    callOf,
  ),
  'Every call in the registry is mounted': heldBy(
    'server/core/contract',
    'the server mounts exactly the registered calls and the listed machine endpoints',
  ),
  ...each('As multipart goes', ['POST register', 'POST profile/update', 'POST newsletter/subscribe'], (line) =>
    expect(callOf(line)?.multipart).toBe(true),
  ),
  ...each(
    'The user is returned by',
    ['POST check_auth', 'POST submit_login', 'POST profile/update', 'POST email/verify'],
    (line) => expect(callOf(line)?.returns.user).toBe(true),
  ),
  'The token is returned by POST submit_login': () => expect(callOf('POST submit_login')?.returns.token).toBe(true),
  'The newsletter’s answer holds a token': departs('newsletter consent'),
  'The API’s root is the provider’s, and depends on the environment': () =>
    expect(readFileSync('content/site.yaml', 'utf8')).toMatch(
      /apiRoots:\n {2}dev: .*8000\/api\n {2}network: .*8000\/api\n {2}test: .*beta.*\n {2}live: /,
    ),
  'A request times out after 500,000 ms': () => expect(requestTimeoutMs).toBe(500_000),
  'A request that gets no answer fails as one without a network': heldBy(
    'stores/shell/request',
    'reports a missing network, also in the middle of a file',
  ),
  'The answer to a sign-out isn’t read': heldBy(
    'e2e/core/guards',
    'signing out ends the session locally even if the server does not respond',
  ),
  'The session id is stored and kept': heldBy(
    'e2e/core/page-start',
    'a static page fetches a session id and removes an expired token',
  ),
  'A captcha of a third party has a light theme and normal size': heldBy(
    'e2e/people/captcha',
    '* renders in a light theme at normal size, and its token reaches the server',
  ),
};
