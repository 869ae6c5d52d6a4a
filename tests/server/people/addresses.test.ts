import { describe, expect, test } from 'vitest';
import { register, submitLogin } from '#shared/people/contract.ts';
import { submitForgotEmail } from '#shared/people/contract-password.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import { easyCaptcha, goodPassword, registerVerified, registration } from '../support/identity.ts';
import { serve } from '../support/serve.ts';

const { server, ask } = await serve({ replace: { captcha: easyCaptcha } });

describe('an address in any spelling the browser accepts', () => {
  test.each([
    ['info@президент.рф', 'info@xn--d1abbgf6aiiy.xn--p1ai'],
    ['Ada@MÜLLER.de', 'ada@xn--mller-kva.de'],
    ['ada@mu\u0308ller.example', 'ada@xn--mller-kva.example'],
    ['ada@日本語。jp', 'ada@xn--wgv71a119e.jp'],
    ['ada@ｅｘａｍｐｌｅ．org', 'ada@example.org'],
    ['ada@straße.example', 'ada@xn--strae-oqa.example'],
    ["  o'brien+trading@a-b.photography ", "o'brien+trading@a-b.photography"],
    ['a..b.@docomo.example', 'a..b.@docomo.example'],
    ['x@sub.xn--p1ai', 'x@sub.xn--p1ai'],
    ['!#$%&*/=?^_`{|}~-@example.org', '!#$%&*/=?^_`{|}~-@example.org'],
    [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
  ])('%s registers, receives its code, and signs in as %s', async (typed, stored) => {
    const token = await registerVerified(server, typed);
    expect((await ask(checkAuth, { token })).user?.email).toBe(stored);
    for (const email of [typed, stored]) {
      const signedIn = await ask(submitLogin, { body: { email, password: goodPassword } });
      expect(signedIn.user?.email).toBe(stored);
    }
    expect((await server.mails(stored)).length).toBeGreaterThan(0);
  });

  test.each([
    ...['ada', 'ada@', '@example.org', 'ada@example', 'ada@-a.org', 'ada@a-.org', 'a b@example.org', 'ada@a..org'],
    ...[
      'ada@example.org\nBcc: b@example.org',
      'ada@example.org, b@example.org',
      '<ada@example.org>',
      'ada@[127.0.0.1]',
    ],
    ...['ada@127.0.0.1', 'ada@президент.рф:80', 'ada@пре%20зидент.рф', 'ада@example.org', 'ada@exa_mple.org'],
    ...[`${'a'.repeat(65)}@example.org`, `ada@${'ü'.repeat(70)}.org`, '"ada"@example.org'],
  ])('%j is refused with one sentence', async (email) => {
    const answer = await ask(register, { body: registration(email) });
    expect(answer.validation_errors).toEqual({ email: ['Enter an email address, such as name@example.com.'] });
  });

  test('two spellings are one person, also for the forgotten password', async () => {
    await registerVerified(server, 'twice@bücher.example');
    await ask(register, { body: registration('TWICE@Bu\u0308cher.example', { first_name: 'Thief' }) });
    const { length } = await server.deps.db
      .selectFrom('person')
      .select('id')
      .where('email', '=', 'twice@xn--bcher-kva.example')
      .execute();
    expect(length).toBe(1);
    const before = (await server.mails('twice@xn--bcher-kva.example')).length;
    await ask(submitForgotEmail, { body: { email: 'twice@BÜCHER.example' } });
    await server.drain();
    expect((await server.mails('twice@xn--bcher-kva.example')).length).toBeGreaterThan(before);
  });
});
