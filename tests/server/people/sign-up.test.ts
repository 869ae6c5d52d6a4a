import { describe, expect, test } from 'vitest';
import { register, resendEmail, submitLogin, verifyEmail } from '#shared/people/contract.ts';
import { checkAuth, countries, fetchSessionId, logout } from '#shared/people/contract-session.ts';
import { easyCaptcha, goodPassword, readCode, registerVerified, registration } from '../support/identity.ts';
import { serve } from '../support/serve.ts';

const { server, ask } = await serve({ replace: { captcha: easyCaptcha } });

async function countPersons(email: string): Promise<number> {
  return (await server.deps.db.selectFrom('person').select('id').where('email', '=', email).execute()).length;
}

describe('registration', () => {
  test('a visitor registers, confirms the emailed code and is signed in', async () => {
    const answer = await ask(register, { body: registration('Ada@Example.org') });
    expect(answer).toMatchObject({ response_status: 200, validation_errors: {} });
    expect(answer.token).toBeUndefined();

    const code = await readCode(server, 'ada@example.org');
    const verified = await ask(verifyEmail, { body: { email: 'ada@example.org', code } });
    expect(verified.user).toMatchObject({ email: 'ada@example.org', email_verified: 1, first_name: 'Marta' });

    const known = await ask(checkAuth, { token: verified.token ?? '' });
    expect(known.user?.id).toBe(verified.user?.id);
  });

  test('the email is in the reader’s language and links to the verification screen', async () => {
    await ask(register, { body: registration('paul@example.org'), locale: 'fr' });
    await server.drain();
    const [mail] = await server.mails('paul@example.org');
    expect(mail?.subject).toMatch(/est votre code/);
    expect(mail?.html).toContain('/fr/email/verification/paul%40example.org#code=');
    expect(mail?.html).toContain('lang="fr"');
  });

  test('JSON is accepted as well as a form', async () => {
    const answer = await ask(register, { body: registration('json@example.org'), multipart: false });
    expect(answer.response_status).toBe(200);
  });

  test('each invalid field is reported in the reader’s language', async () => {
    const body = registration('no address', { first_name: ' ', confirm_password: 'other', termsUse: 0, country: '' });
    const answer = await ask(register, { body, locale: 'fr' });
    expect(answer.response_status).toBe(422);
    expect(Object.keys(answer.validation_errors).sort()).toEqual(['country', 'email', 'first_name', 'termsUse']);
    expect(answer.validation_errors.termsUse).toEqual(['Veuillez accepter les conditions d’utilisation.']);
  });

  test('mismatched passwords are reported at the second field', async () => {
    const answer = await ask(register, {
      body: registration('two@example.org', { confirm_password: 'another-one-88' }),
    });
    expect(answer.validation_errors).toEqual({ confirm_password: ['Password and confirm password must match.'] });
  });

  test.each([
    ['password1', 'too easy to guess'],
    ['P@ssw0rd!', 'too easy to guess'],
    ['Blockchain-24', 'too easy to guess'],
    ['iloveangel-81', 'too easy to guess'],
    ['aaaaaaaaaaaa', 'repeated characters'],
    ['abcdefgh12345678', 'repeated characters'],
    ['Tidemark-99', 'our name'],
    ['marta.keller1', 'email address'],
    ['short', 'at least 8'],
  ])('the password %s is rejected', async (password, reason) => {
    const body = registration('marta.keller@example.org', { password, confirm_password: password });
    const answer = await ask(register, { body });
    expect(answer.response_status).toBe(422);
    expect(answer.validation_errors.password?.[0]).toContain(reason);
    expect(await countPersons('marta.keller@example.org')).toBe(0);
  });

  test.each(['correct horse battery staple', 'Vb7#qLx2pT', 'mon chien mange des nuages'])(
    'the password %s is accepted, because no rule requires particular kinds of characters',
    async (password) => {
      const email = `taken${password.length}@example.org`;
      const answer = await ask(register, { body: registration(email, { password, confirm_password: password }) });
      expect(answer.response_status).toBe(200);
    },
  );

  test('residents of an excluded country cannot register', async () => {
    const answer = await ask(register, { body: registration('kp@example.org', { country: 'KP' }) });
    expect(Object.keys(answer.validation_errors)).toEqual(['country']);
    const listed = await ask(countries, { locale: 'pt' });
    expect(listed.data.countries.map(({ code }) => code)).not.toContain('KP');
    const names = new Map(listed.data.countries.map(({ code, name }) => [code, name]));
    expect(names.get('DE')).toBe('Alemanha');
  });

  test('countries have their everyday Portuguese names, and uninhabited ones are left out', async () => {
    const listed = await ask(countries, { locale: 'pt' });
    const names = new Map(listed.data.countries.map(({ code, name }) => [code, name]));
    expect(['VN', 'PL', 'NL', 'CI', 'HK'].map((code) => names.get(code))).toEqual([
      'Vietname',
      'Polónia',
      'Países Baixos',
      'Costa do Marfim',
      'Hong Kong',
    ]);
    expect(['AQ', 'BV', 'HM', 'TF', 'GS', 'UM'].filter((code) => names.has(code))).toEqual([]);
    const english = await ask(countries, { locale: 'en' });
    expect(english.data.countries.find(({ code }) => code === 'KR')?.name).toBe('South Korea');
    const answer = await ask(register, { body: registration('aq@example.org', { country: 'AQ' }) });
    expect(Object.keys(answer.validation_errors)).toEqual(['country']);
  });

  test('a wrong captcha is rejected', async () => {
    const answer = await ask(register, { body: registration('robot@example.org', { captcha: 'nonsense' }) });
    expect(answer.validation_errors).toEqual({ captcha: ['Please complete the CAPTCHA.'] });
  });

  test('50 concurrent registrations of one address create one person and one email', async () => {
    const body = registration('crowd@example.org');
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(register, { body })));
    expect(new Set(answers.map((answer) => answer.response_status))).toEqual(new Set([200]));
    await server.drain();
    expect(await countPersons('crowd@example.org')).toBe(1);
    expect(await server.mails('crowd@example.org')).toHaveLength(1);
  });

  test('a known address gets the same response, and its owner a different email', async () => {
    await registerVerified(server, 'known@example.org');
    const fresh = await ask(register, { body: registration('fresh@example.org') });
    const again = await ask(register, {
      body: registration('known@example.org', { password: 'thief-of-names-1', confirm_password: 'thief-of-names-1' }),
    });
    expect({ ...again, headers: null }).toEqual({ ...fresh, headers: null });
    await server.drain();
    const [mail] = await server.mails('known@example.org');
    expect(mail?.subject).toBe('You already have an account');
    const login = await ask(submitLogin, { body: { email: 'known@example.org', password: 'thief-of-names-1' } });
    expect(login.response_status).toBe(422);
  });

  test('registering someone else’s address first gives no access once the owner registers', async () => {
    const email = 'owner@example.org';
    const thief = { password: 'thief-of-names-1', confirm_password: 'thief-of-names-1' };
    await ask(register, { body: registration(email, thief) });
    const thiefsSignIn = await ask(submitLogin, { body: { email, password: thief.password } });
    await server.clock.advance(120_000);
    await ask(register, { body: registration(email, { first_name: 'Owner' }) });
    const verified = await ask(verifyEmail, { body: { email, code: await readCode(server, email) } });

    expect(verified.user).toMatchObject({ first_name: 'Owner', email_verified: 1 });
    expect((await ask(checkAuth, { token: thiefsSignIn.token ?? '' })).response_status).toBe(498);
    expect((await ask(submitLogin, { body: { email, password: thief.password } })).response_status).toBe(422);
    expect((await ask(submitLogin, { body: { email, password: goodPassword } })).response_status).toBe(200);
  });
});

describe('verification code', () => {
  test('a code works once: one of several concurrent attempts signs in, and the others get a 410', async () => {
    const email = 'once@example.org';
    await ask(register, { body: registration(email) });
    const code = await readCode(server, email);
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(verifyEmail, { body: { email, code } })));
    expect(answers.map((answer) => answer.response_status).sort()).toEqual([200, 410, 410, 410]);
    expect((await ask(verifyEmail, { body: { email, code } })).response_status).toBe(410);
  });

  test('a code allows ten attempts, however many arrive at once', async () => {
    const email = 'burst@example.org';
    await ask(register, { body: registration(email) });
    const code = await readCode(server, email);
    const wrong = code === '000000' ? '000001' : '000000';
    const guesses = await Promise.all(
      Array.from({ length: 40 }, () => ask(verifyEmail, { body: { email, code: wrong } })),
    );
    expect(new Set(guesses.map((answer) => answer.response_status))).toEqual(new Set([422]));
    const row = await server.deps.db
      .selectFrom('email_code')
      .innerJoin('person', 'person.id', 'email_code.person_id')
      .select('attempts')
      .where('person.email', '=', email)
      .where('purpose', '=', 'verify-email')
      .executeTakeFirstOrThrow();
    expect(row.attempts).toBe(10);
    expect((await ask(verifyEmail, { body: { email, code } })).response_status).toBe(410);
  });

  test('a code expires after 30 minutes, and only the newest code works', async () => {
    const email = 'late@example.org';
    await ask(register, { body: registration(email) });
    const first = await readCode(server, email);
    await server.clock.advance(31 * 60_000);
    expect((await ask(verifyEmail, { body: { email, code: first } })).response_status).toBe(410);
    await ask(resendEmail, { body: { email } });
    const second = await readCode(server, email);
    expect((await ask(verifyEmail, { body: { email, code: second } })).response_status).toBe(200);
  });

  test('a code for an unknown address is reported as wrong', async () => {
    const unknown = await ask(verifyEmail, { body: { email: 'emptyBuyer@example.org', code: '123456' } });
    expect(unknown).toMatchObject({ response_status: 422, validation_errors: { code: [expect.any(String)] } });
    const resent = await ask(resendEmail, { body: { email: 'emptyBuyer@example.org' } });
    expect(resent.response_status).toBe(200);
    await server.drain();
    expect(await server.mails('emptyBuyer@example.org')).toEqual([]);
  });

  test('the code is no longer in the database once its email is sent', async () => {
    const email = 'hidden@example.org';
    await ask(register, { body: registration(email) });
    const code = await readCode(server, email);
    const rows = await server.deps.db.selectFrom('email_code').select('code_hash').execute();
    const mails = await server.deps.db
      .selectFrom('mail')
      .select(['text', 'html'])
      .where('recipient', '=', email)
      .execute();
    expect(JSON.stringify([rows, mails])).not.toContain(code);
  });
});

describe('signing in and out', () => {
  test('an unknown address and a wrong password get the same response', async () => {
    await registerVerified(server, 'alike@example.org');
    const wrong = await ask(submitLogin, { body: { email: 'alike@example.org', password: 'wrong-password-1' } });
    const unknown = await ask(submitLogin, { body: { email: 'emptyBuyer@example.org', password: 'wrong-password-1' } });
    expect(wrong.response_status).toBe(422);
    expect({ ...wrong, headers: null }).toEqual({ ...unknown, headers: null });
  });

  test('an unverified person can sign in and gets email_verified 0', async () => {
    await ask(register, { body: registration('unverified@example.org') });
    const answer = await ask(submitLogin, { body: { email: ' UNVERIFIED@example.org', password: goodPassword } });
    expect(answer).toMatchObject({ response_status: 200, user: { email_verified: 0 } });
    expect(answer.token).toMatch(/^[\w-]{43}$/);
  });

  test('a token expires after 700 minutes with a 498, and a missing token gets a 401', async () => {
    const token = await registerVerified(server, 'expiry@example.org');
    await server.clock.advance(699 * 60_000);
    expect((await ask(checkAuth, { token })).response_status).toBe(200);
    await server.clock.advance(61_000);
    const expired = await ask(checkAuth, { token });
    expect(expired).toMatchObject({ response_status: 498, response_message: 'Invalid Token. Please log in again.' });
    expect((await ask(checkAuth, { token: 'made-up' })).response_status).toBe(498);
    expect((await ask(checkAuth)).response_status).toBe(401);
  });

  test('signing out ends the token, and signing out again or without a token succeeds', async () => {
    const token = await registerVerified(server, 'out@example.org');
    expect((await ask(logout, { token })).response_status).toBe(200);
    expect((await ask(checkAuth, { token })).response_status).toBe(498);
    expect((await ask(logout, { token })).response_status).toBe(200);
    expect((await ask(logout)).response_status).toBe(200);
  });

  test('the token is never stored in plain text', async () => {
    const token = await registerVerified(server, 'secret@example.org');
    const rows = await server.deps.db.selectFrom('session').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('every browser gets its own id', async () => {
    const [one, two] = [await ask(fetchSessionId), await ask(fetchSessionId)];
    expect(one.data).toMatch(/^[\w-]{20,}$/);
    expect(one.data).not.toBe(two.data);
  });
});
