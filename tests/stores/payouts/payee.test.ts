import { beforeEach, describe, expect, test } from 'vitest';
import {
  $identityBusy,
  $payee,
  $removingDestinationId,
  $uploads,
  createDestinationForm,
  downloadDocument,
  loadPayee,
  type Payee,
  removePayoutDestination,
  startIdentity,
  submitIdentity,
  uploadFile,
} from '#app/payouts/stores/payee.ts';
import {
  $agreement,
  createAgreementForm,
  createTaxForm,
  downloadAgreement,
  loadAgreement,
} from '#app/payouts/stores/payee-forms.ts';
import { $reauthentication } from '#app/shell/stores/reauthentication.ts';
import { fetchAgreement } from '#shared/payouts/contract-payee-forms.ts';
import { addDestination, fetchPayee, removeDestination, uploadDocument } from '#shared/payouts/contract-payees.ts';
import { confirmNow } from '../../server/support/funded.ts';
import { photograph } from '../../server/support/payee.ts';
import { signInPerson } from '../../server/support/people.ts';
import {
  catchDownloads,
  connectFetch,
  countCalls,
  hold,
  openPage,
  serveStores,
  signIn,
  toasts,
  until,
} from '../support.ts';

const server = await serveStores();

beforeEach(() => {
  $payee.set({ status: 'loading' });
  $agreement.set({ status: 'loading' });
  $uploads.set({});
  openPage('/dashboard/withdrawal');
});

/** A signed-in and recently reauthenticated person. */
async function openPayee() {
  const person = await signInPerson(server);
  signIn(person.token);
  await confirmNow(server, person.personId);
  await loadPayee();
  return person;
}

function payee(): Payee {
  const state = $payee.get();
  if (state.status !== 'ready') throw new Error(state.status);
  return state.value;
}

const missing = () => payee().missing.map(({ name }) => name);

const fail = (part = '', status = 500) =>
  connectFetch(server, (path) => (path.endsWith(part) ? new Response(null, { status }) : undefined));

const count = (part: string) => countCalls(server, part);

type Settable = { readonly set: (field: never, value: never) => void };

function type(form: Settable, values: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(values)) form.set(field as never, value as never);
}

describe('the requirements before a payout', () => {
  test('are all missing at first', async () => {
    await openPayee();
    expect(missing()).toEqual(['identity-check', 'tax-form', 'agreement', 'destination']);
    expect(payee()).toMatchObject({ identity: { status: null }, taxForm: { kind: 'w-8ben' }, destinations: [] });
  });

  test('stay on screen when a reload fails; a first load that fails can be retried', async () => {
    await openPayee();
    const before = $payee.get();
    const reconnect = fail(fetchPayee.path);
    await loadPayee();
    expect($payee.get()).toBe(before);
    $payee.set({ status: 'loading' });
    await loadPayee();
    expect($payee.get()).toEqual({ status: 'failed' });
    expect(toasts()).toEqual([{ key: 'server_error' }, { key: 'server_error' }]);
    reconnect();
    await loadPayee();
    expect($payee.get().status).toBe('ready');
  });
});

const iban = {
  ...{ iban: 'PT50 0002 0123 1234 5678 9015 4', bic: 'CGDIPTPL' },
  ...{ street: 'Rua da Prata 80', city: 'Lisboa', post_code: '1100-420' },
};

describe('a destination', () => {
  const open = () => createDestinationForm({ payeeName: 'Ada Ferreira', country: 'PT' });

  test('is added once and masked, and the form is emptied for the next one', async () => {
    await openPayee();
    const form = open();
    type(form, iban);
    await Promise.all([form.submit(), form.submit()]);
    expect(payee().destinations).toMatchObject([
      { kind: 'iban', masked: 'PT50 •••• 0154', payeeName: 'Ada Ferreira', matchesVerifiedName: null },
    ]);
    // 72 hours.
    expect(payee().destinations[0]?.usableAt).toBe(server.clock.now().getTime() + 259_200_000);
    expect(form.$form.get().values).toMatchObject({ payee_name: 'Ada Ferreira', country: 'PT', iban: '' });
    expect(toasts()).toEqual([{ key: 'saved' }]);
  });

  test('with a mistyped digit is refused at its field, and all input stays', async () => {
    await openPayee();
    const form = open();
    type(form, { ...iban, iban: 'PT50 0002 0123 1234 5678 9015 5' });
    await form.submit();
    const { errors, values } = form.$form.get();
    expect(Object.keys(errors)).toEqual(['iban']);
    expect(values).toMatchObject({ bic: 'CGDIPTPL', city: 'Lisboa' });
    expect(payee().destinations).toEqual([]);
    form.set('iban', iban.iban);
    await form.submit();
    expect(payee().destinations).toHaveLength(1);
  });

  test('asks for reauthentication when it was long ago; declining adds nothing and keeps the form', async () => {
    signIn((await signInPerson(server)).token);
    await loadPayee();
    const form = open();
    type(form, iban);
    const submitting = form.submit();
    const question = await new Promise<NonNullable<ReturnType<typeof $reauthentication.get>>>((resolve) => {
      const stop = $reauthentication.listen((asked) => {
        if (!asked) return;
        stop();
        resolve(asked);
      });
    });
    question.answer(false);
    await submitting;
    expect(payee().destinations).toEqual([]);
    expect(form.$form.get()).toMatchObject({ busy: false, values: { iban: iban.iban } });
    expect(toasts()).toEqual([]);
  });

  test('is removed once, however often the button is pressed', async () => {
    await openPayee();
    const form = open();
    type(form, iban);
    await form.submit();
    const id = payee().destinations[0]?.id ?? '';
    const removals = count(removeDestination.path);
    const first = removePayoutDestination(id);
    expect($removingDestinationId.get()).toBe(id);
    await Promise.all([first, removePayoutDestination(id)]);
    expect($removingDestinationId.get()).toBeNull();
    expect(removals()).toBe(1);
    expect(payee().destinations).toEqual([]);
    // In another tab the destination is still on screen; removing it there is no error.
    toasts();
    await removePayoutDestination(id);
    expect(toasts()).toEqual([]);
  });

  test('that couldn’t be added or removed stays as it was', async () => {
    await openPayee();
    const form = open();
    type(form, iban);
    const reconnect = fail(addDestination.path);
    await form.submit();
    expect(form.$form.get()).toMatchObject({ busy: false, errors: {}, values: { iban: iban.iban } });
    reconnect();
    await form.submit();
    toasts();
    fail(removeDestination.path);
    await removePayoutDestination(payee().destinations[0]?.id ?? '');
    expect(payee().destinations).toHaveLength(1);
    expect(toasts()).toEqual([{ key: 'server_error' }]);
  });
});

async function photo(): Promise<File> {
  return new File([new Uint8Array(await photograph())], 'passport.jpg', { type: 'image/jpeg' });
}

describe('the identity check', () => {
  test('starts once, accepts documents and is submitted', async () => {
    await openPayee();
    await Promise.all([startIdentity(), startIdentity()]);
    expect($identityBusy.get()).toBe(false);
    expect(payee().identity).toMatchObject({ provider: 'documents', documents: [] });
    for (const purpose of ['identity-front', 'identity-back', 'selfie'] as const) {
      const uploading = uploadFile(purpose, await photo());
      expect($uploads.get()[purpose]).toEqual({ busy: true });
      await uploading;
      expect($uploads.get()[purpose]).toEqual({ busy: false });
    }
    expect(
      payee()
        .identity.documents.map(({ purpose }) => purpose)
        .sort(),
    ).toEqual(['identity-back', 'identity-front', 'selfie']);
    await submitIdentity();
    expect(payee().identity.status).toBe('review');
    expect(toasts()).toEqual([]);
  });

  test('can’t be submitted without documents, and says so', async () => {
    await openPayee();
    await startIdentity();
    await submitIdentity();
    expect(toasts()).toHaveLength(1);
    expect($identityBusy.get()).toBe(false);
  });

  test('leads to the provider’s page if there is a provider', async () => {
    await openPayee();
    const page = openPage('/dashboard/withdrawal');
    connectFetch(server, (path) =>
      path.endsWith('payee/identity/start')
        ? Response.json({ response_status: 200, response_message: '', data: { url: 'https://provider.example/7' } })
        : undefined,
    );
    await startIdentity();
    expect(page.visited).toEqual(['https://provider.example/7']);
  });

  test('refuses a file that isn’t a picture at its field, and reports a lost one with a message', async () => {
    await openPayee();
    await startIdentity();
    await uploadFile('identity-front', new File(['hello'], 'passport.jpg', { type: 'image/jpeg' }));
    expect($uploads.get()['identity-front']).toEqual({ busy: false, error: expect.stringMatching(/\w{4,}/) });
    expect(toasts()).toEqual([]);
    connectFetch(server, (path) =>
      path.endsWith(uploadDocument.path) ? Promise.reject(new TypeError('fetch failed')) : undefined,
    );
    await uploadFile('identity-front', await photo());
    expect($uploads.get()['identity-front']).toEqual({ busy: false });
    expect(toasts()).toEqual([{ key: 'network' }]);
    expect(payee().identity.documents).toEqual([]);
  });

  test('doesn’t block one file’s upload by another’s', async () => {
    await openPayee();
    await startIdentity();
    const late = hold<undefined>();
    let uploads = 0;
    connectFetch(server, (path) => {
      if (!path.endsWith(uploadDocument.path)) return undefined;
      uploads += 1;
      return uploads === 1 ? late.promise : undefined;
    });
    const first = uploadFile('identity-front', await photo());
    await uploadFile('selfie', await photo());
    expect($uploads.get()).toEqual({ 'identity-front': { busy: true }, selfie: { busy: false } });
    late.settle(undefined);
    await first;
    expect(payee().identity.documents).toHaveLength(2);
  });

  test('shows an uploaded document again, without its camera metadata', async () => {
    await openPayee();
    await startIdentity();
    await uploadFile('selfie', await photo());
    const [document] = payee().identity.documents;
    if (!document) throw new Error('nothing was uploaded');
    const saved = catchDownloads();
    await downloadDocument(document);
    expect(saved.map(({ name }) => name)).toEqual(['selfie.webp']);
    expect(await saved[0]?.content.text()).not.toContain('secret place');
    fail('own');
    await downloadDocument({ ...document, id: 'x'.repeat(22) });
    expect(saved).toHaveLength(1);
    expect(toasts()).toHaveLength(1);
  });
});

const address = { street: 'Rua da Prata 80', city: 'Lisboa', post_code: '1100-420' };
const signature = { date_of_birth: '1990-05-31', signature: 'Ada Ferreira', certify: 1 };

describe('the tax form', () => {
  const open = () => createTaxForm({ name: 'Ada Ferreira', country: 'PT' });

  test('is signed with the profile’s name and country filled in', async () => {
    await openPayee();
    const form = open();
    expect(form.$form.get().values).toMatchObject({ name: 'Ada Ferreira', country: 'PT', citizenship: 'PT' });
    type(form, { ...address, ...signature, tin: '501964843' });
    await form.submit();
    expect(payee().taxForm.signed).toMatchObject({ kind: 'w-8ben', tinMasked: '•••• 4843' });
    expect(missing()).not.toContain('tax-form');
    // The page keeps none of these values.
    expect(form.$form.get().values).toMatchObject({ tin: '', date_of_birth: '', signature: '' });
    expect(toasts()).toEqual([{ key: 'saved' }]);
  });

  test('names what is missing or differs from the profile, and keeps the rest', async () => {
    await openPayee();
    const form = open();
    type(form, { ...address, ...signature, signature: 'Bruno Ferreira', tin: '' });
    await form.submit();
    const { errors, values } = form.$form.get();
    expect(Object.keys(errors).sort()).toEqual(['signature', 'tin']);
    expect(values).toMatchObject({ street: address.street, date_of_birth: '1990-05-31' });
    form.set('no_tin', 1);
    form.set('signature', 'Ada Ferreira');
    await form.submit();
    expect(payee().taxForm.signed).toMatchObject({ tinMasked: null });
  });
});

describe('the agreement', () => {
  async function openAgreement() {
    await openPayee();
    await loadAgreement();
    const state = $agreement.get();
    if (state.status !== 'ready') throw new Error(state.status);
    return state.value;
  }

  test('is read, signed and saved as a file', async () => {
    const text = await openAgreement();
    const form = createAgreementForm(text.sha256);
    type(form, { signature: 'Ada Ferreira', accept: 1 });
    await form.submit();
    expect(missing()).not.toContain('agreement');
    expect(payee().agreement.signed).toMatchObject({ version: text.version, signedName: 'Ada Ferreira' });
    expect(toasts()).toEqual([{ key: 'saved' }]);
    const saved = catchDownloads();
    await downloadAgreement();
    expect(saved.map(({ name, content }) => [name, content.type])).toEqual([['agreement.pdf', 'application/pdf']]);
  });

  test('that has changed in the meantime isn’t signed: the new text is loaded', async () => {
    await openAgreement();
    const reads = count(fetchAgreement.path);
    const form = createAgreementForm('0'.repeat(64));
    type(form, { signature: 'Ada Ferreira', accept: 1 });
    await form.submit();
    expect(missing()).toContain('agreement');
    expect(toasts()).toHaveLength(1);
    await until(() => reads() === 1);
  });

  test('is refused at the checkbox or the name if either is missing', async () => {
    const text = await openAgreement();
    const form = createAgreementForm(text.sha256);
    await form.submit();
    expect(Object.keys(form.$form.get().errors).sort()).toEqual(['accept', 'signature']);
    expect(missing()).toContain('agreement');
  });

  test('says that it can’t be loaded, and saves no file without a signature', async () => {
    await openPayee();
    const reconnect = fail(fetchAgreement.path);
    await loadAgreement();
    expect($agreement.get()).toEqual({ status: 'failed' });
    reconnect();
    toasts();
    const saved = catchDownloads();
    await downloadAgreement();
    expect(saved).toEqual([]);
    expect(toasts()).toHaveLength(1);
  });
});
