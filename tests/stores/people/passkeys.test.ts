import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { confirmByPasskey } from '#app/people/stores/passkey-confirmation.ts';
import {
  $isAdding,
  $passkeys,
  addNewPasskey,
  createRenameForm,
  type Passkey,
  removeOldPasskey,
} from '#app/people/stores/passkeys.ts';
import { createSignInForm } from '#app/people/stores/sign-in.ts';
import { createConfirmForm } from '#app/shell/stores/confirm-form.ts';
import { $reauthentication } from '#app/shell/stores/reauthentication.ts';
import { $session } from '#app/shell/stores/session.ts';
import { addPasskey, fetchPasskeys, removePasskey, startPasskeySignIn } from '#shared/people/contract-passkeys.ts';
import { easyCaptcha, goodPassword, registerVerified } from '../../server/support/identity.ts';
import { type Authenticator, createAuthenticator } from '../../support/software-authenticator.ts';
import { connectFetch, hold, keepCookies, openPage, serveStores, signIn, toasts } from '../support.ts';

const server = await serveStores({ replace: { captcha: easyCaptcha } });

type Ceremony = {
  readonly publicKey: { readonly challenge: ArrayBuffer; readonly user?: { readonly id: ArrayBuffer } };
};

const encode = (buffer: ArrayBuffer) => Buffer.from(buffer).toString('base64url');
const decode = (text: string) => new Uint8Array(Buffer.from(text, 'base64url')).buffer;

/** The authenticator's response as `navigator.credentials` returns it: with buffers instead of text. */
function asCredential({ id, response }: ReturnType<Authenticator['create'] | Authenticator['get']>) {
  const buffers = Object.entries(response).map(([name, value]) =>
    typeof value === 'string' ? [name, decode(value)] : [name, value],
  );
  const { transports, ...fields } = Object.fromEntries(buffers);
  return {
    ...{ id, rawId: decode(id), type: 'public-key', authenticatorAttachment: 'platform' },
    response: { ...fields, getTransports: () => transports },
    getClientExtensionResults: () => ({}),
  };
}

/** A browser with this authenticator; `problem` returns the name of an error to throw instead. */
function plugIn(authenticator: Authenticator, problem?: () => string | undefined): void {
  const answer = <Made>(make: () => Made) => {
    const name = problem?.();
    if (name !== undefined) throw Object.assign(new Error('refused'), { name });
    return make();
  };
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('navigator', {
    credentials: {
      create: async ({ publicKey: { challenge, user } }: Ceremony) =>
        answer(() =>
          asCredential(
            authenticator.create({
              challenge: encode(challenge),
              user: { id: encode(user?.id ?? new ArrayBuffer(0)) },
            }),
          ),
        ),
      get: async ({ publicKey: { challenge } }: Ceremony) =>
        answer(() => asCredential(authenticator.get({ challenge: encode(challenge) }))),
    },
  });
}

let people = 0;

type Answer = Response | undefined | Promise<Response | undefined>;

/** Replaces a response of the server; the cookie of a ceremony is kept. */
let answer: (path: string) => Answer = () => undefined;

beforeEach(() => {
  $passkeys.clear();
  openPage('/profile');
  answer = () => undefined;
  connectFetch(server, (path) => answer(path));
  keepCookies();
});

afterEach(() => vi.unstubAllGlobals());

/** A registered person, whose session is recently reauthenticated or not. */
async function openPerson({ isConfirmed = true } = {}) {
  people += 1;
  const email = `keys-${people}@example.com`;
  const token = await registerVerified(server, email);
  signIn(token);
  if (isConfirmed) {
    const now = server.clock.now();
    const person = server.deps.db.selectFrom('person').select('id').where('email', '=', email);
    await server.deps.db.updateTable('session').set({ confirmed_at: now }).where('person_id', 'in', person).execute();
  }
  return { email, token };
}

async function openWithPasskey() {
  const authenticator = createAuthenticator();
  const person = await openPerson();
  plugIn(authenticator);
  await addNewPasskey();
  const [passkey] = $passkeys.get().data?.passkeys ?? [];
  if (!passkey) throw new Error('no passkey was added');
  toasts();
  return { ...person, authenticator, passkey };
}

const names = () => $passkeys.get().data?.passkeys.map(({ name }: Passkey) => name);

/** Waits for the reauthentication dialog. */
function question(): Promise<NonNullable<ReturnType<typeof $reauthentication.get>>> {
  return new Promise((resolve) => {
    const stop = $reauthentication.subscribe((asked) => {
      if (!asked) return;
      setTimeout(() => stop());
      resolve(asked);
    });
  });
}

describe('adding a passkey', () => {
  test('lists it at once, and ignores a second press while the browser asks', async () => {
    await openPerson();
    plugIn(createAuthenticator());
    const first = addNewPasskey();
    expect($isAdding.get()).toBe(true);
    await Promise.all([first, addNewPasskey()]);
    expect($isAdding.get()).toBe(false);
    expect($passkeys.get().data?.passkeys).toHaveLength(1);
    expect(toasts()).toEqual([]);
  });

  test.each([
    ['the person turns it down', 'NotAllowedError', 'passkey_canceled'],
    ['the page is left', 'AbortError', 'passkey_canceled'],
    ['the device has one already', 'InvalidStateError', 'passkey_exists'],
    ['the browser fails', 'UnknownError', 'unexpected'],
  ])('when %s nothing is added, and the reason is said', async (_, name, key) => {
    await openPerson();
    plugIn(createAuthenticator(), () => name);
    await addNewPasskey();
    await $passkeys.load();
    expect($passkeys.get().data?.passkeys).toEqual([]);
    expect($isAdding.get()).toBe(false);
    expect(toasts()).toEqual([{ key }]);
  });

  test('says so in a browser without passkeys', async () => {
    await openPerson();
    await addNewPasskey();
    expect(toasts()).toEqual([{ key: 'passkey_unsupported' }]);
  });

  test('doesn’t list it when the server rejects it', async () => {
    await openPerson();
    plugIn(createAuthenticator());
    answer = (path) => (path.endsWith(addPasskey.path) ? Promise.reject(new TypeError('fetch failed')) : undefined);
    await addNewPasskey();
    expect($passkeys.get().data?.passkeys).toEqual([]);
    expect(toasts()).toEqual([{ key: 'network' }]);
  });

  test('asks for the password first if it was last entered long ago', async () => {
    await openPerson({ isConfirmed: false });
    plugIn(createAuthenticator());
    const adding = addNewPasskey();
    const asked = await question();
    expect(asked).toMatchObject({ twoFactor: false, passkey: false });
    const form = createConfirmForm(asked);
    form.set('password', 'wrong-password-here');
    await form.submit();
    expect(Object.keys(form.$form.get().errors)).toEqual(['password']);
    expect($reauthentication.get()).toBe(asked);
    form.set('password', goodPassword);
    await form.submit();
    await adding;
    expect($reauthentication.get()).toBeNull();
    expect($passkeys.get().data?.passkeys).toHaveLength(1);
  });

  test('ends quietly when the password dialog is closed', async () => {
    await openPerson({ isConfirmed: false });
    plugIn(createAuthenticator());
    const adding = addNewPasskey();
    (await question()).answer(false);
    await adding;
    expect($isAdding.get()).toBe(false);
    expect(toasts()).toEqual([]);
  });
});

describe('a passkey in the list', () => {
  test('can be renamed, but not to an empty name', async () => {
    const { passkey } = await openWithPasskey();
    const done: string[] = [];
    const form = createRenameForm(passkey, () => void done.push('closed'));
    form.set('name', '');
    await form.submit();
    expect(Object.keys(form.$form.get().errors)).toEqual(['name']);
    expect(done).toEqual([]);
    form.set('name', 'Work laptop');
    await form.submit();
    expect(names()).toEqual(['Work laptop']);
    expect(done).toEqual(['closed']);
  });

  test('is removed, and stays if that fails', async () => {
    const { passkey } = await openWithPasskey();
    answer = (path) => (path.endsWith(removePasskey.path) ? new Response(null, { status: 500 }) : undefined);
    await removeOldPasskey(passkey.id);
    expect($passkeys.get().data?.passkeys).toHaveLength(1);
    expect(toasts()).toEqual([{ key: 'server_error' }]);
    answer = () => undefined;
    await removeOldPasskey(passkey.id);
    expect($passkeys.get().data?.passkeys).toEqual([]);
  });

  test('stays on screen when the list can’t be reloaded', async () => {
    await openWithPasskey();
    const before = $passkeys.get().data;
    answer = (path) => (path.endsWith(fetchPasskeys.path) ? new Response(null, { status: 500 }) : undefined);
    await $passkeys.load();
    expect($passkeys.get().data).toBe(before);
    expect(toasts()).toEqual([{ key: 'server_error' }]);
  });
});

describe('reauthenticating', () => {
  test('works with a passkey instead of the password', async () => {
    const { passkey } = await openWithPasskey();
    await server.clock.advance(11 * 60_000);
    const removing = removeOldPasskey(passkey.id);
    const asked = await question();
    expect(asked.passkey).toBe(true);
    await confirmByPasskey(asked);
    await removing;
    expect($passkeys.get().data?.passkeys).toEqual([]);
    expect(toasts()).toEqual([]);
  });

  test('is refused with another person’s passkey, and the dialog stays open', async () => {
    const { passkey } = await openWithPasskey();
    await server.clock.advance(11 * 60_000);
    plugIn(createAuthenticator());
    const removing = removeOldPasskey(passkey.id);
    const asked = await question();
    await confirmByPasskey(asked);
    expect($reauthentication.get()).toBe(asked);
    expect(toasts()).toHaveLength(1);
    asked.answer(false);
    await removing;
    await $passkeys.load();
    expect($passkeys.get().data?.passkeys).toHaveLength(1);
  });
});

describe('signing in by passkey', () => {
  /** Opens the sign-in screen for a person who is signed out. */
  function openSignIn() {
    const page = openPage('/login');
    $session.set({ status: 'logged-out' });
    signIn('', -1);
    return { page, form: createSignInForm() };
  }

  test('needs neither address nor password', async () => {
    const { email } = await openWithPasskey();
    const { form } = openSignIn();
    await form.submitPasskey();
    expect($session.get()).toMatchObject({ status: 'verified', user: { email } });
  });

  test('leaves the form unchanged when the person declines', async () => {
    const { authenticator } = await openWithPasskey();
    plugIn(authenticator, () => 'NotAllowedError');
    const { form } = openSignIn();
    await form.submitPasskey();
    expect($session.get().status).toBe('logged-out');
    expect(toasts()).toEqual([{ key: 'passkey_canceled' }]);
  });

  test('runs once at a time', async () => {
    await openWithPasskey();
    const { form } = openSignIn();
    const late = hold<undefined>();
    let asked = 0;
    answer = (path) => {
      if (!path.endsWith(startPasskeySignIn.path)) return undefined;
      asked += 1;
      return late.promise;
    };
    const both = [form.submitPasskey(), form.submitPasskey()];
    late.settle(undefined);
    await Promise.all(both);
    expect(asked).toBe(1);
  });
});
