import { describe, expect, test } from 'vitest';
import { readStored } from '#app/http/browser-storage.ts';
import { createForgotForm, createResetForm } from '#app/people/stores/password.ts';
import {
  createPasswordSetForm,
  createRegisterForm,
  createSignInForm,
  createVerificationForm,
  resendCode,
} from '#app/people/stores/sign-in.ts';
import { $countries, loadCountries } from '#app/shell/stores/countries.ts';
import { $session } from '#app/shell/stores/session.ts';
import { storageKeys, tokenLifetimeMinutes } from '#shared/core/constants.ts';
import { easyCaptcha, goodPassword, readCode, registerVerified, registration } from '../../server/support/identity.ts';
import { connectFetch, hold, keepCookies, openPage, serveStores, toasts } from '../support.ts';

const server = await serveStores({ replace: { captcha: easyCaptcha }, limits: 'on' });

let people = 0;

function newAddress(): string {
  people += 1;
  return `reader-${people}@example.com`;
}

type Settable = { readonly set: (field: never, value: never) => void };

/** Types into a form's fields. */
function type(form: Settable, values: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(values)) form.set(field as never, value as never);
}

async function registerBy(email: string): Promise<void> {
  keepCookies();
  const form = createRegisterForm();
  openPage('/register');
  type(form, registration(email));
  await form.submit();
}

/** The part of a mailed link after the last slash or `=`. */
async function linkSecret(email: string): Promise<string> {
  await server.drain();
  const [mail] = await server.mails(email);
  const secret = /https?:\S+[=/]([\w-]{20,})\/?$/m.exec(mail?.text ?? '')?.[1];
  if (!secret) throw new Error(`No link in the mail to ${email}: ${mail?.text}`);
  return secret;
}

describe('registering', () => {
  test('leads to the code screen of the typed address, without surrounding spaces', async () => {
    const email = newAddress();
    const { visited, address } = openPage('/register');
    const form = createRegisterForm();
    type(form, registration(` ${email} `));
    await form.submit();
    expect(form.$form.get()).toMatchObject({ errors: {}, busy: false, round: 0 });
    expect([...visited, address()].join(' ')).toContain(`/email/verification/${encodeURIComponent(email)}`);
    expect(toasts()).toEqual([]);
  });

  test('names each missing field once, keeps what was typed and starts another captcha round', async () => {
    openPage('/register');
    const form = createRegisterForm();
    type(form, { ...registration(newAddress()), first_name: '', country: '', captcha: 'solved' });
    await form.submit();
    const { errors, values, round, busy } = form.$form.get();
    expect(Object.keys(errors).sort()).toEqual(['country', 'first_name']);
    expect(values).toMatchObject({ last_name: 'Keller', password: goodPassword });
    expect({ round, busy }).toEqual({ round: 1, busy: false });
    expect(toasts()).toEqual([{ fields: errors }]);
  });

  test('clears a field’s error when the person types in it again, and keeps the other errors', async () => {
    openPage('/register');
    const form = createRegisterForm();
    type(form, { ...registration(newAddress()), first_name: '', country: '' });
    await form.submit();
    form.set('first_name', 'Marta');
    expect(Object.keys(form.$form.get().errors)).toEqual(['country']);
  });

  test('sends one request for a double click', async () => {
    const email = newAddress();
    openPage('/register');
    const form = createRegisterForm();
    type(form, registration(email));
    await Promise.all([form.submit(), form.submit()]);
    await server.drain();
    expect(await server.mails(email)).toHaveLength(1);
  });

  test('without a network keeps all input and says so', async () => {
    openPage('/register');
    const form = createRegisterForm();
    const values = registration(newAddress());
    type(form, values);
    connectFetch(server, () => Promise.reject(new TypeError('fetch failed')));
    await form.submit();
    expect(form.$form.get()).toMatchObject({ values, errors: {}, busy: false, round: 1 });
    expect(toasts()).toEqual([{ key: 'network' }]);
  });
});

describe('the emailed code', () => {
  test('signs the registering browser in for the token’s lifetime', async () => {
    const email = newAddress();
    await registerBy(email);
    const form = createVerificationForm(email, await readCode(server, email));
    const before = Date.now();
    await form.submit();
    const session = $session.get();
    expect(session).toMatchObject({ status: 'verified', user: { email, email_verified: 1 } });
    const expiresAt = Number(readStored(storageKeys.tokenExpiry));
    expect(expiresAt).toBeGreaterThanOrEqual(before + tokenLifetimeMinutes * 60_000);
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + tokenLifetimeMinutes * 60_000);
    expect(readStored(storageKeys.token)).toHaveLength(43);
  });

  test('that is wrong shows how many attempts are left', async () => {
    const email = newAddress();
    await registerBy(email);
    const code = await readCode(server, email);
    const form = createVerificationForm(email, code === '000000' ? '000001' : '000000');
    await form.submit();
    expect(form.$attemptsLeft.get()).toBe(9);
    await form.submit();
    expect(form.$attemptsLeft.get()).toBe(8);
    expect(form.$form.get().errors).toHaveProperty('code');
    form.set('code', code);
    await form.submit();
    expect($session.get()).toMatchObject({ status: 'verified' });
  });

  test('from the mailed link signs in, and a link that has stopped working gives way to the field', async () => {
    const email = newAddress();
    await registerBy(email);
    await server.drain();
    const [mail] = await server.mails(email);
    const [, link = ''] = /#code=([\w-]{43})/.exec(mail?.text ?? '') ?? [];
    const form = createVerificationForm(email, link);
    await form.submit();
    expect($session.get()).toMatchObject({ status: 'verified', user: { email } });
    const again = createVerificationForm(email, link);
    await again.submit();
    expect(again.$form.get().values.code).toBe('');
    expect(JSON.stringify(toasts().at(-1))).toContain('no longer valid');
  });

  test('can be sent again', async () => {
    const email = newAddress();
    await registerBy(email);
    await server.clock.advance(61_000);
    expect(await resendCode(email)).toBe(true);
    expect(toasts()).toEqual([{ key: 'code_sent' }]);
    const second = await readCode(server, email);
    const form = createVerificationForm(email, second);
    await form.submit();
    expect($session.get()).toMatchObject({ status: 'verified' });
  });

  test('asks a browser that didn’t register to choose a password, without an error', async () => {
    const email = newAddress();
    await registerBy(email);
    connectFetch(server);
    const form = createVerificationForm(email, await readCode(server, email));
    await form.submit();
    expect(form.$choosesPassword.get()).toBe(true);
    expect(toasts()).toEqual([]);
    type(form, { password: 'quiet-harbor-12-lamp', confirm_password: 'quiet-harbor-12-lamp' });
    await form.submit();
    expect($session.get()).toMatchObject({ status: 'verified', user: { email } });
  });
});

describe('signing in', () => {
  test('with the right password creates a session, without a toast', async () => {
    const email = newAddress();
    await registerVerified(server, email);
    openPage('/sign-in');
    const form = createSignInForm();
    type(form, { email, password: goodPassword });
    await form.submit();
    expect($session.get()).toMatchObject({ status: 'verified', user: { email } });
    expect(readStored(storageKeys.sessionId)).not.toBeNull();
    expect(toasts()).toEqual([]);
  });

  test('gives the same response for a wrong password and an unknown address, and keeps both fields', async () => {
    const email = newAddress();
    await registerVerified(server, email);
    const said: unknown[] = [];
    for (const typed of [email, newAddress()]) {
      const form = createSignInForm();
      type(form, { email: typed, password: 'not-the-password' });
      await form.submit();
      expect(form.$form.get()).toMatchObject({ values: { email: typed, password: 'not-the-password' }, busy: false });
      said.push([form.$form.get().errors, toasts()]);
    }
    expect(said[0]).toEqual(said[1]);
    expect($session.get().status).not.toBe('verified');
    expect(readStored(storageKeys.token)).toBeNull();
  });

  test('leads to the code screen if the address isn’t confirmed', async () => {
    const email = newAddress();
    await registerBy(email);
    const { visited, address } = openPage('/sign-in');
    const form = createSignInForm();
    type(form, { email, password: goodPassword });
    await form.submit();
    expect($session.get().status).toBe('unverified');
    expect([...visited, address()].join(' ')).toContain(`/email/verification/${encodeURIComponent(email)}`);
  });

  test('fails with a message if the response has no token', async () => {
    const form = createSignInForm();
    type(form, { email: newAddress(), password: goodPassword });
    connectFetch(server, () => Response.json({ response_status: 200, response_message: '', validation_errors: {} }));
    await form.submit();
    expect(toasts()).toEqual([{ key: 'unexpected' }]);
    expect(readStored(storageKeys.token)).toBeNull();
  });

  test('can be retried after a server error, which is reported', async () => {
    const email = newAddress();
    await registerVerified(server, email);
    const form = createSignInForm();
    type(form, { email, password: goodPassword });
    const reconnect = connectFetch(server, () => new Response(null, { status: 500 }));
    await form.submit();
    expect(toasts()).toEqual([{ key: 'server_error' }]);
    reconnect();
    await form.submit();
    expect($session.get()).toMatchObject({ status: 'verified' });
  });

  test('keeps text that is typed while the response is pending', async () => {
    const email = newAddress();
    const answer = hold<Response>();
    connectFetch(server, () => answer.promise);
    const form = createSignInForm();
    type(form, { email, password: 'first' });
    const submitted = form.submit();
    expect(form.$form.get().busy).toBe(true);
    form.set('password', 'second');
    answer.settle(
      Response.json({ response_status: 401, response_message: 'No.', validation_errors: {} }, { status: 401 }),
    );
    await submitted;
    expect(form.$form.get()).toMatchObject({ values: { password: 'second' }, busy: false });
    expect(toasts()).toEqual([{ text: 'No.' }]);
  });
});

describe('a forgotten password', () => {
  test('shows where the link was sent, whether or not there is an account', async () => {
    const email = newAddress();
    await registerVerified(server, email);
    for (const address of [email, newAddress()]) {
      const form = createForgotForm();
      form.set('email', ` ${address} `);
      await form.submit();
      expect(form.$sentTo.get()).toBe(address);
    }
  });

  test('names a malformed address and sends nothing', async () => {
    const form = createForgotForm();
    form.set('email', 'nobody');
    await form.submit();
    expect(form.$sentTo.get()).toBeNull();
    expect(Object.keys(form.$form.get().errors)).toEqual(['email']);
  });

  test('is replaced once by the link, which then no longer works', async () => {
    const email = newAddress();
    await registerVerified(server, email);
    const forgot = createForgotForm();
    forgot.set('email', email);
    await forgot.submit();
    const token = await linkSecret(email);

    const reset = createResetForm(token);
    expect(reset.$state.get()).toBe('checking');
    await reset.check();
    expect(reset.$state.get()).toBe('open');
    type(reset, { password: 'short', confirm_password: 'short' });
    await reset.submit();
    expect(reset.$state.get()).toBe('open');
    expect(reset.$form.get().errors).toHaveProperty('password');
    type(reset, { password: 'quiet-harbor-12-lamp', confirm_password: 'quiet-harbor-12-lamp' });
    await reset.submit();
    expect(reset.$state.get()).toBe('done');

    const again = createResetForm(token);
    await again.check();
    expect(again.$state.get()).toBe('dead');
    const form = createSignInForm();
    type(form, { email, password: 'quiet-harbor-12-lamp' });
    await form.submit();
    expect($session.get()).toMatchObject({ status: 'verified' });
  });

  test('rejects an unknown link, and lets the person try one that can’t be checked', async () => {
    const invented = createResetForm('x'.repeat(43));
    await invented.check();
    expect(invented.$state.get()).toBe('dead');
    expect(toasts()).toEqual([]);
    const unchecked = createResetForm('x'.repeat(43));
    connectFetch(server, () => new Response(null, { status: 500 }));
    await unchecked.check();
    expect(unchecked.$state.get()).toBe('open');
    expect(toasts()).toEqual([{ key: 'server_error' }]);
  });

  test('says when the link expires while a password is being typed, without a toast', async () => {
    const reset = createResetForm('x'.repeat(43));
    type(reset, { password: goodPassword, confirm_password: goodPassword });
    await reset.submit();
    expect(reset.$state.get()).toBe('dead');
    expect(toasts()).toEqual([]);
  });
});

describe('setting the first password', () => {
  test('refuses an unknown code and keeps what was typed', async () => {
    const form = createPasswordSetForm(newAddress(), '123456');
    type(form, { password: goodPassword, confirm_password: goodPassword });
    await form.submit();
    expect(form.$form.get()).toMatchObject({ values: { password: goodPassword }, busy: false, round: 1 });
    expect(toasts()).toHaveLength(1);
    expect(readStored(storageKeys.token)).toBeNull();
  });
});

describe('countries', () => {
  test('are listed with code and name, and a failure keeps those on screen', async () => {
    await loadCountries();
    const countries = $countries.get();
    expect(countries).toContainEqual({ code: 'PT', name: 'Portugal', asksPostalCode: true });
    connectFetch(server, () => new Response(null, { status: 500 }));
    await loadCountries();
    expect($countries.get()).toBe(countries);
    expect(toasts()).toEqual([{ key: 'server_error' }]);
  });
});
