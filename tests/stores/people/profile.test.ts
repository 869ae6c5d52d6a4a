import { beforeEach, describe, expect, test } from 'vitest';
import { $openAccounts, loadOpenAccounts } from '#app/people/stores/open-accounts.ts';
import {
  $picture,
  $profileDeleted,
  createEmailForms,
  createPasswordForm,
  createProfileForm,
  deleteAccount,
  exportData,
  loadPicture,
} from '#app/people/stores/profile.ts';
import { createConfirmForm } from '#app/shell/stores/confirm-form.ts';
import { $reauthentication, sendConfirmed } from '#app/shell/stores/reauthentication.ts';
import { $session, $user } from '#app/shell/stores/session.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import { client } from '../../server/support/client.ts';
import { confirmNow } from '../../server/support/funded.ts';
import { easyCaptcha, goodPassword, readCode, registerVerified } from '../../server/support/identity.ts';
import { photograph } from '../../server/support/payee.ts';
import { buyAccount } from '../../server/support/people.ts';
import { catchDownloads, connectFetch, serveStores, signIn, toasts, until } from '../support.ts';

const server = await serveStores({ replace: { captcha: easyCaptcha } });

beforeEach(() => {
  $reauthentication.set(null);
  $profileDeleted.set(false);
  $openAccounts.set([]);
});

let people = 0;

/** A person with a password, signed in on this page. */
async function openPerson({ isConfirmed = true } = {}) {
  people += 1;
  const email = `person-${people}@example.com`;
  const token = await registerVerified(server, email);
  signIn(token);
  const { user } = await client(server)(checkAuth, { token });
  if (!user) throw new Error('nobody is signed in');
  $session.set({ status: 'verified', user });
  if (isConfirmed) await confirmNow(server, user.id);
  else
    await server.deps.db.updateTable('session').set({ confirmed_at: null }).where('person_id', '=', user.id).execute();
  return { user, email, token };
}

const fail = () => connectFetch(server, () => new Response(null, { status: 500 }));

describe('profile details', () => {
  test('appear at once, after saving, wherever the page names the person', async () => {
    const { user } = await openPerson();
    const form = createProfileForm(user);
    form.set('first_name', 'Marie');
    form.set('country', 'BE');
    form.set('time_zone', 'Europe/Brussels');
    await form.submit();
    expect($user.get()).toMatchObject({ first_name: 'Marie', country: 'BE', time_zone: 'Europe/Brussels' });
    expect(toasts()).toEqual([{ key: 'saved' }]);
  });

  test('keep the person’s current name and name the field if it is missing', async () => {
    const { user } = await openPerson();
    const form = createProfileForm(user);
    form.set('first_name', '');
    await form.submit();
    expect(Object.keys(form.$form.get().errors)).toEqual(['first_name']);
    expect($user.get()?.first_name).toBe('Marta');
    expect(form.$form.get().values.last_name).toBe('Keller');
  });

  test('ignore a response about someone who has signed out', async () => {
    const { user } = await openPerson();
    const form = createProfileForm(user);
    form.set('first_name', 'Marie');
    const saved = form.submit();
    $session.set({ status: 'logged-out' });
    await saved;
    expect($session.get()).toEqual({ status: 'logged-out' });
  });
});

describe('the profile picture', () => {
  const jpeg = async () => new File([new Uint8Array(await photograph())], 'me.jpg', { type: 'image/jpeg' });

  test('is uploaded once, shown, and can be removed', async () => {
    const { user } = await openPerson();
    const form = createProfileForm(user);
    form.set('picture', await jpeg());
    await form.submit();
    expect(form.$form.get().values.picture).toBeUndefined();
    const version = $user.get()?.picture ?? null;
    expect(version).not.toBeNull();
    await loadPicture(version);
    expect($picture.get()).toMatch(/^blob:/);
    form.set('remove_picture', 1);
    await form.submit();
    expect($user.get()?.picture).toBeNull();
    await loadPicture(null);
    expect($picture.get()).toBeNull();
  });

  test('is refused at its field if the file isn’t a picture', async () => {
    const { user } = await openPerson();
    const form = createProfileForm(user);
    form.set('picture', new File(['<svg/>'], 'me.jpg', { type: 'image/jpeg' }));
    await form.submit();
    expect(Object.keys(form.$form.get().errors)).toEqual(['picture']);
    expect($user.get()?.picture).toBeNull();
  });

  test('stays empty if it can’t be loaded', async () => {
    await openPerson();
    fail();
    await loadPicture('gone');
    expect($picture.get()).toBeNull();
  });
});

describe('the password', () => {
  test('is changed with the right current one, which empties the form; a wrong one is named', async () => {
    await openPerson();
    const form = createPasswordForm();
    form.set('current_password', 'not-the-password');
    form.set('password', 'quiet-harbor-12-lamp');
    form.set('confirm_password', 'quiet-harbor-12-lamp');
    await form.submit();
    expect(Object.keys(form.$form.get().errors)).toEqual(['current_password']);
    expect(form.$form.get().values.password).toBe('quiet-harbor-12-lamp');
    toasts();
    form.set('current_password', goodPassword);
    await form.submit();
    expect(form.$form.get()).toMatchObject({
      errors: {},
      values: { current_password: '', password: '', confirm_password: '' },
    });
    expect(toasts()).toEqual([{ text: expect.stringMatching(/password/i) }]);
  });

  test('is rejected before anything changes if the two new ones differ', async () => {
    await openPerson();
    const form = createPasswordForm();
    form.set('current_password', goodPassword);
    form.set('password', 'quiet-harbor-12-lamp');
    form.set('confirm_password', 'quiet-harbor-13-lamp');
    await form.submit();
    expect(Object.keys(form.$form.get().errors)).toEqual(['confirm_password']);
  });
});

describe('a new email address', () => {
  test('becomes the person’s with the code sent to it', async () => {
    const { email } = await openPerson();
    const { request, confirm, $sentTo } = createEmailForms();
    const next = `new-${email}`;
    request.set('email', ` ${next} `);
    await request.submit();
    expect($sentTo.get()).toBe(next);
    expect($user.get()?.email).toBe(email);
    const code = await readCode(server, next);
    confirm.set('code', code === '000000' ? '000001' : '000000');
    await confirm.submit();
    expect(Object.keys(confirm.$form.get().errors)).toEqual(['code']);
    expect($user.get()?.email).toBe(email);
    toasts();
    confirm.set('code', code);
    await confirm.submit();
    expect($user.get()?.email).toBe(next);
    expect($sentTo.get()).toBeNull();
    expect(request.$form.get().values.email).toBe('');
    expect(toasts()).toHaveLength(1);
  });

  test('needs a recent reauthentication, and the person may decline', async () => {
    const { email } = await openPerson({ isConfirmed: false });
    const { request, $sentTo } = createEmailForms();
    request.set('email', `new-${email}`);
    const asked = request.submit();
    await until(() => $reauthentication.get() !== null);
    $reauthentication.get()?.answer(false);
    await asked;
    expect($sentTo.get()).toBeNull();
    expect(request.$form.get()).toMatchObject({ busy: false, values: { email: `new-${email}` } });
    expect(toasts()).toEqual([]);
  });
});

describe('reauthentication', () => {
  test('with the right password lets the waiting call continue', async () => {
    const { email } = await openPerson({ isConfirmed: false });
    const { request, $sentTo } = createEmailForms();
    request.set('email', `new-${email}`);
    const asked = request.submit();
    await until(() => $reauthentication.get() !== null);
    const question = $reauthentication.get();
    if (!question) throw new Error('nothing was asked');
    expect(question).toMatchObject({ twoFactor: false, passkey: false });
    const form = createConfirmForm(question);
    form.set('password', 'not-the-password');
    await form.submit();
    expect($reauthentication.get()).toBe(question);
    expect(form.$form.get().errors).toHaveProperty('password');
    form.set('password', goodPassword);
    await form.submit();
    await asked;
    expect($reauthentication.get()).toBeNull();
    expect($sentTo.get()).toBe(`new-${email}`);
  });

  test('declines the first question when a second one is asked', async () => {
    const { email } = await openPerson({ isConfirmed: false });
    const first = createEmailForms();
    first.request.set('email', `one-${email}`);
    const asked = first.request.submit();
    await until(() => $reauthentication.get() !== null);
    const before = $reauthentication.get();
    const second = createEmailForms();
    second.request.set('email', `two-${email}`);
    const askedAgain = second.request.submit();
    await until(() => $reauthentication.get() !== before && $reauthentication.get() !== null);
    await asked;
    expect(first.$sentTo.get()).toBeNull();
    $reauthentication.get()?.answer(false);
    await askedAgain;
  });

  test('asks nothing for a call that doesn’t need it', async () => {
    await openPerson({ isConfirmed: false });
    expect(await sendConfirmed(checkAuth, {})).toMatchObject({ ok: true });
    expect($reauthentication.get()).toBeNull();
  });
});

describe('the person’s data', () => {
  test('is saved as a file with its date in the name and the address in it', async () => {
    const { email } = await openPerson();
    const saved = catchDownloads();
    await exportData();
    expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^\d{4}-\d{2}-\d{2}-my-data\.json$/)]);
    expect(await saved[0]?.content.text()).toContain(email);
    expect(toasts()).toEqual([{ key: 'exported' }]);
  });

  test('saves nothing after a failure and says so', async () => {
    await openPerson();
    const saved = catchDownloads();
    fail();
    await exportData();
    expect(saved).toEqual([]);
    expect(toasts()).toEqual([{ key: 'server_error' }]);
  });
});

describe('deleting the profile', () => {
  test('first lists the accounts that it would close', async () => {
    const { user } = await openPerson();
    const accountId = await buyAccount(server, user.id);
    const ended = await buyAccount(server, user.id);
    await server.deps.db
      .updateTable('trading_account')
      .set({ ended_at: server.clock.now(), end_reason: 'canceled' })
      .where('id', '=', ended)
      .execute();
    await loadOpenAccounts();
    expect($openAccounts.get().map(({ id }) => id)).toEqual([accountId]);
  });

  test('ends the session here and confirms the deletion on the screen', async () => {
    const { token } = await openPerson();
    await deleteAccount();
    expect($profileDeleted.get()).toBe(true);
    expect($session.get()).toEqual({ status: 'logged-out', left: true });
    expect((await client(server)(checkAuth, { token })).response_status).toBe(498);
  });

  test('deletes nothing after a failure and keeps the session', async () => {
    await openPerson();
    fail();
    await deleteAccount();
    expect($profileDeleted.get()).toBe(false);
    expect($session.get()).toMatchObject({ status: 'verified' });
    expect(toasts()).toEqual([{ key: 'server_error' }]);
  });
});
