import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  $certificates,
  $editing,
  $pictures,
  type Certificate,
  choose,
  closeChoices,
  confirmChoices,
  copyLink,
  loadPicture,
  openChoices,
  savePdf,
  savePicture,
} from '#app/certificates/stores/certificates.ts';
import { $verification, verifyById, verifyFile, verifyToken } from '#app/certificates/stores/verification.ts';
import { dayMs } from '#lib/durations.ts';
import { revokeCertificate } from '#server/certificates/revoke.ts';
import { fetchCertificates, reissueCertificate } from '#shared/certificates/contract.ts';
import { buyAccount, signInPerson } from '../../server/support/people.ts';
import { pass } from '../../server/support/trading.ts';
import { catchDownloads, connectFetch, hold, serveStores, signIn, toasts } from '../support.ts';

// A status list is valid for a day by the server's clock. The browser's can't be replaced: the embedded database runs in
// the same process and would set its timers by both clocks.
const server = await serveStores({ startAt: Date.now() });

const paths = {
  keys: 'certificates/keys',
  status: 'certificates/status/{list}',
  certificate: 'certificates/public/{certificateId}',
};

beforeEach(() => {
  $certificates.clear();
  $pictures.set({});
  $verification.set({ status: 'idle' });
});

/** A signed-in trader with the certificate of a passed evaluation. */
async function openTrader() {
  const person = await signInPerson(server);
  const accountId = await buyAccount(server, person.personId);
  await pass(server, accountId);
  await server.drain();
  signIn(person.token);
  return { ...person, accountId };
}

function shown(): Certificate {
  const state = $certificates.get();
  const certificate = state.status === 'ready' ? state.data.certificates[0] : undefined;
  if (!certificate) throw new Error(state.status);
  return certificate;
}

async function openCertificate() {
  const trader = await openTrader();
  await $certificates.load();
  return { ...trader, certificate: shown() };
}

const fail = (part: string, status = 500) =>
  connectFetch(server, (path) => (path.includes(part) ? new Response(null, { status }) : undefined));
const disconnect = (part: string) =>
  connectFetch(server, (path) => (path.includes(part) ? Promise.reject(new TypeError('fetch failed')) : undefined));

describe('the certificate list', () => {
  test('shows what was achieved, with the name as each choice prints it', async () => {
    const { certificate, accountId } = await openCertificate();
    expect(certificate).toMatchObject({
      ...{ kind: 'evaluation', accountId, name: 'Ada Ferreira', nameStyle: 'full', showsAmount: true },
      ...{ program: 'classic', size: '50K', amountCents: 375_000, tradingDays: 5 },
    });
    expect($certificates.get()).toMatchObject({ data: { names: { full: 'Ada Ferreira', initials: 'A. F.' } } });
  });

  test('tells an account of another person apart from a server failure', async () => {
    await openTrader();
    await $certificates.load('x'.repeat(22));
    expect($certificates.get()).toMatchObject({ status: 'missing' });
    expect(toasts()).toEqual([]);
    fail(fetchCertificates.path);
    await $certificates.load();
    expect($certificates.get()).toMatchObject({ status: 'failed' });
    expect(toasts()).toEqual([{ key: 'server_error' }]);
  });
});

describe('certificate pictures and files', () => {
  test('are loaded once, and again after a failure', async () => {
    const { certificate } = await openCertificate();
    let asked = 0;
    let isDown = true;
    connectFetch(server, (path) => {
      if (!path.endsWith('certificates/picture')) return undefined;
      asked += 1;
      return isDown ? new Response(null, { status: 500 }) : undefined;
    });
    await loadPicture(certificate.id);
    expect($pictures.get()).toEqual({});
    isDown = false;
    await Promise.all([loadPicture(certificate.id), loadPicture(certificate.id)]);
    expect(Object.keys($pictures.get())).toEqual([certificate.id]);
    expect(asked).toBe(2);
    // The space stays empty; the file can still be downloaded.
    expect(toasts()).toEqual([]);
  });

  test('are saved under the date of the achievement', async () => {
    const { certificate } = await openCertificate();
    const saved = catchDownloads();
    await savePicture(certificate);
    await savePdf(certificate);
    expect(saved.map(({ name, content }) => [name, content.type])).toEqual([
      [`certificate-${certificate.day}.png`, 'image/png'],
      [`certificate-${certificate.day}.pdf`, 'application/pdf'],
    ]);
  });

  test('save nothing and say so when they can’t be fetched', async () => {
    const { certificate } = await openCertificate();
    const saved = catchDownloads();
    disconnect('certificates/');
    await savePicture(certificate);
    await savePdf(certificate);
    expect(saved).toEqual([]);
    expect(toasts()).toEqual([{ key: 'network' }, { key: 'network' }]);
  });

  test('have a link that is copied, or shown if the browser forbids copying', async () => {
    const { certificate } = await openCertificate();
    const copied: string[] = [];
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
    await copyLink(certificate);
    expect(copied).toEqual([certificate.url]);
    expect(toasts()).toEqual([{ key: 'copied' }]);
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } });
    await copyLink(certificate);
    expect(toasts()).toEqual([{ text: certificate.url }]);
    vi.unstubAllGlobals();
  });
});

describe('a certificate’s name and amount', () => {
  test('replace the certificate once and revoke the previous one', async () => {
    const { certificate } = await openCertificate();
    openChoices(certificate);
    choose({ nameStyle: 'initials' });
    choose({ showsAmount: false });
    const first = confirmChoices();
    expect($editing.get().busy).toBe(true);
    await Promise.all([first, confirmChoices()]);
    expect(shown()).toMatchObject({ name: 'A. F.', nameStyle: 'initials', showsAmount: false });
    expect($editing.get()).toMatchObject({ certificate: null, busy: false });
    expect(toasts()).toEqual([{ key: 'saved' }]);
    await verifyById(paths, certificate.id);
    expect($verification.get()).toMatchObject({ status: 'revoked', reason: 'replaced' });
    await verifyById(paths, shown().id);
    expect($verification.get().status).toBe('valid');
  });

  test('keep the choices after a failure, and nothing is replaced', async () => {
    const { certificate } = await openCertificate();
    openChoices(certificate);
    choose({ nameStyle: 'initials' });
    fail(reissueCertificate.path);
    await confirmChoices();
    expect($editing.get()).toMatchObject({ certificate, choices: { nameStyle: 'initials' }, busy: false });
    expect(toasts()).toEqual([{ key: 'server_error' }]);
    expect(shown().id).toBe(certificate.id);
  });

  test('start from what is printed each time the dialog opens', async () => {
    const { certificate } = await openCertificate();
    openChoices(certificate);
    choose({ showsAmount: false });
    closeChoices();
    await confirmChoices();
    expect(shown().id).toBe(certificate.id);
    openChoices(certificate);
    expect($editing.get().choices).toEqual({ nameStyle: 'full', showsAmount: true });
  });
});

const credentialOf = async (id: string) => {
  const response = await server.app.request(`/api/certificates/public/${id}`);
  return ((await response.json()) as { data: { credential: string } }).data.credential;
};

const fileOf = (text: string | Blob, name = 'certificate.txt') => new File([text], name);

describe('verifying a certificate', () => {
  test.each([
    ['its number', (id: string) => id],
    ['its number with spaces', (id: string) => ` ${id}\n`],
    ['its address', (id: string) => `https://example.com/verify?id=${id}`],
    ['an address that ends with it', (id: string) => `https://example.com/certificates/${id}`],
  ])('by %s', async (_, write) => {
    const { certificate } = await openCertificate();
    await verifyById(paths, write(certificate.id));
    expect($verification.get()).toMatchObject({
      ...{ status: 'valid', isStatusKnown: true },
      claims: { id: certificate.id, name: 'Ada Ferreira' },
    });
  });

  test.each(['', 'hello', 'x'.repeat(21), '0'.repeat(22)])('%j is the number of none', async (text) => {
    await verifyById(paths, text);
    expect($verification.get()).toEqual({ status: 'unknown' });
  });

  test('refuses a number that returns another certificate', async () => {
    const { certificate } = await openCertificate();
    const other = await openCertificate();
    const credential = await credentialOf(other.certificate.id);
    connectFetch(server, (path) =>
      path.endsWith(certificate.id)
        ? Response.json({ response_status: 200, data: { status: 'valid', credential } })
        : undefined,
    );
    await verifyById(paths, certificate.id);
    expect($verification.get()).toEqual({ status: 'invalid', problem: 'malformed', claims: null });
  });

  test('checks signed text against the public list of revoked certificates', async () => {
    const { certificate, accountId } = await openCertificate();
    const credential = await credentialOf(certificate.id);
    await verifyToken(paths, credential);
    expect($verification.get()).toMatchObject({ status: 'valid', isStatusKnown: true, claims: { id: certificate.id } });
    await server.deps.db
      .transaction()
      .execute((trx) => revokeCertificate(trx, server.deps, { kind: 'evaluation', accountId }, 'corrected'));
    await server.clock.advance(60_000);
    await verifyToken(paths, credential);
    expect($verification.get()).toEqual({ status: 'revoked', reason: null, revokedAt: null });
  });

  test('warns that the certificate may have been revoked when the list is unavailable', async () => {
    const { certificate } = await openCertificate();
    const credential = await credentialOf(certificate.id);
    disconnect('certificates/status');
    await verifyToken(paths, credential);
    expect($verification.get()).toMatchObject({ status: 'valid', isStatusKnown: false });
  });

  test('treats an outdated list like a missing one', async () => {
    const { certificate } = await openCertificate();
    const credential = await credentialOf(certificate.id);
    await server.clock.advance(-400 * dayMs);
    await verifyToken(paths, credential);
    await server.clock.advance(400 * dayMs);
    expect($verification.get()).toMatchObject({ status: 'valid', isStatusKnown: false });
  });

  test('says that a changed certificate doesn’t have our signature', async () => {
    const { certificate } = await openCertificate();
    const [head = '', body = '', signature = ''] = (await credentialOf(certificate.id)).split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    claims.credentialSubject = { ...claims.credentialSubject, name: 'Somebody Else' };
    const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
    await verifyToken(paths, forged);
    expect($verification.get()).toMatchObject({ status: 'invalid', claims: null });
  });

  test('checks nothing while the keys can’t be fetched, and says so', async () => {
    const { certificate } = await openCertificate();
    const credential = await credentialOf(certificate.id);
    for (const interrupt of [() => disconnect('certificates/keys'), () => fail('certificates/keys')]) {
      const reconnect = interrupt();
      await verifyToken(paths, credential);
      expect($verification.get()).toEqual({ status: 'unreachable' });
      reconnect();
    }
    disconnect('certificates/public');
    await verifyById(paths, certificate.id);
    expect($verification.get()).toEqual({ status: 'unreachable' });
  });

  test('shows only the result of the newest request', async () => {
    const { certificate } = await openCertificate();
    const late = hold<undefined>();
    connectFetch(server, (path) => (path.endsWith(certificate.id) ? late.promise : undefined));
    const first = verifyById(paths, certificate.id);
    expect($verification.get()).toEqual({ status: 'checking' });
    await verifyById(paths, '0'.repeat(22));
    late.settle(undefined);
    await first;
    expect($verification.get()).toEqual({ status: 'unknown' });
  });
});

describe('verifying a file', () => {
  async function pdfOf(certificate: Certificate): Promise<Blob> {
    const saved = catchDownloads();
    await savePdf(certificate);
    return saved[0]?.content ?? new Blob();
  }

  test('accepts our PDF and rejects it with one byte changed, though the certificate inside is genuine', async () => {
    const { certificate } = await openCertificate();
    const pdf = await pdfOf(certificate);
    await verifyFile(paths, fileOf(pdf, 'certificate.pdf'));
    expect($verification.get()).toMatchObject({ status: 'valid', claims: { id: certificate.id } });
    const bytes = new Uint8Array(await pdf.arrayBuffer());
    const at = bytes.length >> 2;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await verifyFile(paths, fileOf(new Blob([bytes]), 'certificate.pdf'));
    expect($verification.get()).toMatchObject({ status: 'invalid' });
  });

  test('checks a credential in a text file like a pasted one', async () => {
    const { certificate } = await openCertificate();
    await verifyFile(paths, fileOf(`${await credentialOf(certificate.id)}\n`));
    expect($verification.get()).toMatchObject({ status: 'valid', claims: { id: certificate.id } });
  });

  test.each([
    ['an empty file', ''],
    ['a letter', 'Dear Sir or Madam'],
    ['a PDF of something else', '%PDF-1.7\n%%EOF'],
  ])('%s has no certificate', async (_, content) => {
    await verifyFile(paths, fileOf(content));
    expect($verification.get()).toEqual({ status: 'invalid', problem: 'no-certificate', claims: null });
  });

  test('doesn’t read a file that is too large', async () => {
    await verifyFile(paths, fileOf(new Blob([new Uint8Array(10 * 1024 * 1024 + 1)])));
    expect($verification.get()).toEqual({ status: 'file-large' });
  });
});
