import { expect, test } from 'vitest';
import { registry } from '#shared/firm/registry.ts';

/** Calls that strangers use to guess, order, send or look up at our cost, decided apart from the contract. */
const stricter = {
  'login-from':
    'changePassword confirmIdentity signInWithPasskey startPasskeyConfirmation startPasskeySignIn submitLogin',
  'code-from':
    'confirmEmailChange confirmPayoutAccess confirmTwoFactor requestEmailChange resendEmail setPassword submitForgotEmail verifyEmail verifyForgotEmail',
  'form-from':
    'cancelContract declareSubscriptionEnd requestPayoutAccess sendContact sendFeature subscribeNewsletter subscribeStatus',
  'register-from': 'register',
  'report-from': 'countSearch',
  'captcha-from': 'captchaChallenge',
  order: 'createOrder',
  quote: 'payoutQuoteCall previewBillingIdentity quoteOrder',
};

test('each call that a stranger could guess, order or send with has the limit that this table names', () => {
  const byLimit = Map.groupBy(registry, ({ limit }) => limit ?? 'none');
  const found = [...byLimit].filter(([limit]) => !['none', 'read', 'write'].includes(limit));
  const names = found.map(([limit, calls]) => [
    limit,
    calls
      .map(({ name }) => name)
      .sort()
      .join(' '),
  ]);
  expect(Object.fromEntries(names)).toEqual(stricter);
});

test('only a published key is read by strangers without a limit', () => {
  const open = registry.filter(({ limit, access }) => limit === null && access === 'any');
  expect(open.map(({ name }) => name)).toEqual(['certificateKey']);
});
