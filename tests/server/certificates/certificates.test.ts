import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { Bytes } from '#lib/base64url.ts';
import { secondMs } from '#lib/durations.ts';
import { revokeCertificate } from '#server/certificates/revoke.ts';
import { rotateSigningKey } from '#server/certificates/signing-key.ts';
import { syncCertificate } from '#server/certificates/sync.ts';
import { renderQrCode } from '#server/core/pictures/qr-code.ts';
import * as calls from '#shared/certificates/contract.ts';
import type { PublicJwk } from '#shared/certificates/jws.ts';
import { checkRevocation, verifyCertificate, verifyCertificateFile } from '#shared/certificates/verify.ts';
import { deleteProfile } from '#shared/people/contract-profile.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { confirmNow } from '../support/funded.ts';
import { drawingsOf } from '../support/pdf-drawing.ts';
import { textOf } from '../support/pdf-text.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { pass, play, trade } from '../support/trading.ts';

const wasmPath = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');

let server: TestApp;
let ask: ReturnType<typeof client>;
let folder: string;

beforeAll(async () => {
  server = await startTestApp();
  ask = client(server);
  folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasmPath)).buffer } });
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

async function passEvaluation() {
  const person = await signInPerson(server);
  const accountId = await buyAccount(server, person.personId);
  await pass(server, accountId);
  await server.drain();
  return { ...person, accountId };
}

async function deleteOwnProfile({ token, personId }: { readonly token: string; readonly personId: string }) {
  await confirmNow(server, personId);
  // The test's own order was never delivered, so mark it as delivered.
  await server.deps.db.updateTable('orders').set({ status: 'fulfilled' }).where('person_id', '=', personId).execute();
  expect((await ask(deleteProfile, { token })).response_status).toBe(200);
}

/** Dark pixels where the picture shows the name. */
async function inkOfName(picture: Buffer): Promise<number> {
  const area = { left: 96, top: 262, width: 1_000, height: 130 };
  const pixels = await sharp(picture).extract(area).greyscale().raw().toBuffer();
  return pixels.filter((value) => value < 128).length;
}

async function listCertificates(token: string) {
  return (await ask(calls.fetchCertificates, { token, query: {} })).data.certificates;
}

async function readOnlyCertificate(token: string) {
  const [certificate, ...others] = await listCertificates(token);
  expect(others).toEqual([]);
  if (!certificate) throw new Error('there is no certificate');
  return certificate;
}

async function fetchBytes(path: string, token?: string): Promise<Bytes> {
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const answer = await server.app.request(path, headers && { headers });
  expect(answer.status, path).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

async function fetchKeys(): Promise<PublicJwk[]> {
  return JSON.parse(Buffer.from(await fetchBytes('/.well-known/jwks.json')).toString()).keys;
}

async function fetchCertificateById(id: string) {
  return ask(calls.fetchCertificate, { params: { certificateId: id } });
}

async function credentialOf(id: string): Promise<string> {
  const { data } = await fetchCertificateById(id);
  if (data.status !== 'valid') throw new Error('the certificate is revoked');
  return data.credential;
}

/** Looks the credential up in the status list it names, as a verifier does. */
async function isRevoked(credential: string): Promise<boolean | undefined> {
  const keys = await fetchKeys();
  const check = await verifyCertificate(keys, credential);
  if (!check.ok) throw new Error(check.problem);
  const [, body = ''] = credential.split('.');
  const { credentialStatus } = JSON.parse(Buffer.from(body, 'base64url').toString());
  const { pathname } = new URL(credentialStatus.statusListCredential);
  const list = Buffer.from(await fetchBytes(pathname)).toString();
  return checkRevocation(keys, list, check.claims.statusIndex, server.clock.now().getTime());
}

async function readCode(picture: Buffer): Promise<string[]> {
  const found = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] });
  return found.map(({ text }) => text);
}

function runScript(file: Uint8Array, keys: readonly PublicJwk[]): { ok: boolean; output: string } {
  const [filePath, keysPath] = [join(folder, 'certificate'), join(folder, 'keys.json')];
  writeFileSync(filePath, file);
  writeFileSync(keysPath, JSON.stringify({ keys }));
  try {
    const command = ['public/verify-certificate.mjs', filePath, keysPath];
    return { ok: true, output: execFileSync(process.execPath, command, { encoding: 'utf8', stdio: 'pipe' }) };
  } catch (error) {
    return { ok: false, output: String((error as { stderr?: string }).stderr) };
  }
}

describe('issuing a certificate', () => {
  test('a passed evaluation gets one certificate, however often the pass is reported', async () => {
    const { token, accountId, personId } = await passEvaluation();
    await Promise.all([1, 2, 3].map(() => syncCertificate(server.deps, accountId)));
    const { program, size, day, amountCents, tradingDays, name } = await readOnlyCertificate(token);
    const { first_name, last_name } = await server.deps.db
      .selectFrom('person')
      .select(['first_name', 'last_name'])
      .where('id', '=', personId)
      .executeTakeFirstOrThrow();
    // Five days of $750 each.
    expect({ program, size, day, amountCents, tradingDays, name }).toEqual({
      program: 'classic',
      size: '50K',
      day: '2026-03-17',
      amountCents: 375_000,
      tradingDays: 5,
      name: `${first_name} ${last_name}`,
    });
  });

  test('a pass that a platform reports after its profile was deleted gets none', async () => {
    const person = await signInPerson(server);
    const accountId = await buyAccount(server, person.personId);
    await deleteOwnProfile(person);
    await pass(server, accountId);
    await server.drain();
    for (const table of ['certificate', 'notification'] as const)
      expect(await server.deps.db.selectFrom(table).where('person_id', '=', person.personId).execute()).toEqual([]);
  });

  test('an evaluation that hasn’t passed gets none', async () => {
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    await play(server, accountId, trade(testStart, 60));
    await syncCertificate(server.deps, accountId);
    expect(await listCertificates(token)).toEqual([]);
  });

  test('a late loss that reverses the pass revokes the certificate', async () => {
    const { token, accountId } = await passEvaluation();
    const { id } = await readOnlyCertificate(token);
    await play(server, accountId, trade(testStart + 20 * 60_000, -100));
    await server.drain();
    expect(await listCertificates(token)).toEqual([]);
    expect((await fetchCertificateById(id)).data).toMatchObject({ status: 'revoked', reason: 'corrected' });
  });
});

describe('certificate options', () => {
  test('changing the name or hiding the amount issues a new certificate and revokes the old one', async () => {
    const { token } = await passEvaluation();
    const before = await readOnlyCertificate(token);
    const old = await credentialOf(before.id);
    const body = { certificateId: before.id, nameStyle: 'initials', showsAmount: 0 } as const;
    const answers = await Promise.all([1, 2].map(() => ask(calls.reissueCertificate, { token, body })));
    const after = await readOnlyCertificate(token);
    expect(answers.map(({ data }) => data.id)).toEqual([after.id, after.id]);
    expect(after.id).not.toBe(before.id);
    expect(after).toMatchObject({ amountCents: null, nameStyle: 'initials', day: before.day });
    expect(after.name).toMatch(/^\p{L}\. \p{L}\.$/u);
    expect((await fetchCertificateById(before.id)).data).toEqual({
      status: 'revoked',
      reason: 'replaced',
      revokedAt: server.clock.now().getTime(),
    });
    await server.clock.advance(60 * secondMs);
    expect(await isRevoked(old)).toBe(true);
    const check = await verifyCertificate(await fetchKeys(), await credentialOf(after.id));
    expect(check).toMatchObject({ ok: true, claims: { name: after.name, amountCents: null } });
    const again = { certificateId: after.id, nameStyle: 'full', showsAmount: 1 } as const;
    await ask(calls.reissueCertificate, { token, body: again });
    expect(await readOnlyCertificate(token)).toMatchObject({ amountCents: 375_000, name: before.name });
  });

  test('the next certificate starts with the options chosen last', async () => {
    const { token, personId } = await passEvaluation();
    const { id } = await readOnlyCertificate(token);
    await ask(calls.reissueCertificate, { token, body: { certificateId: id, nameStyle: 'initials', showsAmount: 0 } });
    await pass(server, await buyAccount(server, personId));
    await server.drain();
    expect((await listCertificates(token)).map(({ nameStyle, showsAmount }) => ({ nameStyle, showsAmount }))).toEqual([
      { nameStyle: 'initials', showsAmount: false },
      { nameStyle: 'initials', showsAmount: false },
    ]);
  });
});

describe('another person', () => {
  test('gets a 404 from every private call, as for a certificate that doesn’t exist', async () => {
    const { token, accountId } = await passEvaluation();
    const stranger = await signInPerson(server);
    for (const id of [(await readOnlyCertificate(token)).id, randomBytes(16).toString('base64url')]) {
      const body = { certificateId: id, nameStyle: 'initials', showsAmount: 1 } as const;
      const answers = await Promise.all([
        ask(calls.certificatePicture, { token: stranger.token, query: { certificateId: id } }),
        ask(calls.certificateFile, { token: stranger.token, query: { certificateId: id } }),
        ask(calls.reissueCertificate, { token: stranger.token, body }),
        ask(calls.fetchCertificates, { token: stranger.token, query: { accountId } }),
      ]);
      expect(answers.map(({ response_status }) => response_status)).toEqual([404, 404, 404, 404]);
    }
    expect(await listCertificates(stranger.token)).toEqual([]);
    expect(await listCertificates(token)).toHaveLength(1);
  });
});

describe('revocation', () => {
  test('appears in the status list within 60 seconds', async () => {
    const { token, accountId } = await passEvaluation();
    const { id } = await readOnlyCertificate(token);
    const credential = await credentialOf(id);
    expect(await isRevoked(credential)).toBe(false);
    const subject = { kind: 'evaluation', accountId } as const;
    await server.deps.db.transaction().execute((trx) => revokeCertificate(trx, server.deps, subject, 'operator'));
    const answer = await server.app.request('/api/certificates/status/0');
    const [, maxAge] = /max-age=(\d+)/.exec(answer.headers.get('Cache-Control') ?? '') ?? [];
    // The time we cache the list and the time a verifier may cache it, together.
    const ours = 60 - Number(maxAge);
    expect(ours).toBeGreaterThan(0);
    await server.clock.advance(ours * secondMs);
    expect(await isRevoked(credential)).toBe(true);
    expect((await fetchCertificateById(id)).data).toMatchObject({ status: 'revoked', reason: 'operator' });
  });

  test('of a deleted profile’s certificate also deletes the name', async () => {
    const { token, personId } = await passEvaluation();
    const { id } = await readOnlyCertificate(token);
    await deleteOwnProfile({ token, personId });
    expect((await fetchCertificateById(id)).data).toMatchObject({ status: 'revoked', reason: 'account-deleted' });
    const row = await server.deps.db.selectFrom('certificate').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({ name: '', credential: '', compact: '' });
  });
});

describe('signing keys', () => {
  test('a certificate signed with an old key still verifies after a rotation, and the new key signs from then on', async () => {
    const { token } = await passEvaluation();
    const { id } = await readOnlyCertificate(token);
    const credential = await credentialOf(id);
    const before = await fetchKeys();
    const { kid } = await rotateSigningKey(server.deps, 'system');
    const keys = await fetchKeys();
    expect(new Set(keys.map(({ x }) => x)).size).toBe(new Set(before.map(({ x }) => x)).size + 1);
    expect(await verifyCertificate(keys, credential)).toMatchObject({ ok: true, kid: before[0]?.kid });
    const later = await passEvaluation();
    const newCredential = await credentialOf((await readOnlyCertificate(later.token)).id);
    expect(await verifyCertificate(keys, newCredential)).toMatchObject({ ok: true, kid });
    const header = JSON.parse(Buffer.from(newCredential.split('.')[0] ?? '', 'base64url').toString());
    const { pathname } = new URL(header.kid);
    expect(JSON.parse(Buffer.from(await fetchBytes(pathname)).toString())).toMatchObject({ kid, kty: 'OKP' });
  });

  test('the private key is stored encrypted, or not at all if an environment variable provides it', async () => {
    const rows = await server.deps.db.selectFrom('certificate_key').select('private_key').execute();
    expect(rows.every(({ private_key: key }) => key?.startsWith('v2.'))).toBe(true);
    const secret = randomBytes(32).toString('base64');
    const other = await startTestApp({ environment: { CERTIFICATE_SIGNING_KEY: secret } });
    const { personId } = await signInPerson(other);
    await pass(other, await buyAccount(other, personId));
    await other.drain();
    const stored = await other.deps.db.selectFrom('certificate_key').select('private_key').execute();
    expect(stored).toEqual([{ private_key: null }]);
    await expect(rotateSigningKey(other.deps, 'system')).rejects.toThrow('CERTIFICATE_SIGNING_KEY');
    await other.close();
  });
});

describe('certificate files', () => {
  test('the QR code can be read at 300 pixels and contains the certificate’s claims', async () => {
    const { token } = await passEvaluation();
    const { id } = await readOnlyCertificate(token);
    const row = await server.deps.db
      .selectFrom('certificate')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const url = `https://www.tidemark.example/certificates/verify#${row.compact}`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300" fill="#fff"/><path d="${renderQrCode(url, 300)}"/></svg>`;
    expect(await readCode(await sharp(Buffer.from(svg)).png().toBuffer())).toEqual([url]);
    const picture = Buffer.from(await fetchBytes(`/api/certificates/picture?certificateId=${id}`, token));
    const [text = ''] = await readCode(picture);
    expect(text).toBe(`${server.deps.env.origin}/certificates/verify?id=${id}`);
    // As a chat shows it: half as wide, and as a strongly compressed JPEG, in whose noise a reader may see more codes.
    const shared = await sharp(picture).resize(800).jpeg({ quality: 60 }).toBuffer();
    expect(await readCode(shared)).toContain(text);
    // Codes printed before hold the signed claims.
    const check = await verifyCertificate(await fetchKeys(), row.compact);
    expect(check).toMatchObject({ ok: true, claims: { id, amountCents: 375_000, day: '2026-03-17' } });
  });

  test.each(['王 小明', 'محمد الأحمد', '李 Ming', 'กำธร สุวรรณภูมิวัฒนากุล', 'Nguyễn Thị Ánh', '𠮷野 太郎'])(
    'picture and PDF show the name %s whole, and the code still scans',
    async (name) => {
      const { token, personId } = await passEvaluation();
      const before = await readOnlyCertificate(token);
      const [first_name = '', last_name = ''] = name.split(/ (.+)/);
      const plain = await fetchBytes(`/api/certificates/picture?certificateId=${before.id}`, token);
      await server.deps.db.updateTable('person').set({ first_name, last_name }).where('id', '=', personId).execute();
      const body = { certificateId: before.id, nameStyle: 'full', showsAmount: 0 } as const;
      const { id } = (await ask(calls.reissueCertificate, { token, body })).data;
      const pdf = Buffer.from(await fetchBytes(`/api/certificates/document?certificateId=${id}`, token));
      expect(drawingsOf(pdf).map(({ text }) => text)).toEqual([name]);
      expect(
        await inkOfName(Buffer.from(await fetchBytes(`/api/certificates/picture?certificateId=${id}`, token))),
      ).toBeGreaterThan((await inkOfName(Buffer.from(plain))) / 4);
      const [text = ''] = await readCode(
        Buffer.from(await fetchBytes(`/api/certificates/picture?certificateId=${id}`, token)),
      );
      expect(text.endsWith(`/certificates/verify?id=${id}`)).toBe(true);
      expect(await verifyCertificate(await fetchKeys(), await credentialOf(id))).toMatchObject({
        ok: true,
        claims: { name },
      });
    },
  );

  test('a name as long as names may be is whole, and its code scans', async () => {
    const { token, personId } = await passEvaluation();
    const { id } = await readOnlyCertificate(token);
    const names = { first_name: '王'.repeat(80), last_name: 'ศ'.repeat(80) };
    await server.deps.db.updateTable('person').set(names).where('id', '=', personId).execute();
    const body = { certificateId: id, nameStyle: 'full', showsAmount: 0 } as const;
    const after = (await ask(calls.reissueCertificate, { token, body })).data.id;
    const picture = Buffer.from(await fetchBytes(`/api/certificates/picture?certificateId=${after}`, token));
    const [text = ''] = await readCode(picture);
    expect(text.endsWith(`/certificates/verify?id=${after}`)).toBe(true);
    const check = await verifyCertificate(await fetchKeys(), await credentialOf(after));
    expect(check).toMatchObject({ ok: true, claims: { name: `${names.first_name} ${names.last_name}` } });
  });

  test('the PDF of a simulated result contains the statement required by CFTC Rule 4.41', async () => {
    const { token } = await passEvaluation();
    const { id } = await readOnlyCertificate(token);
    const text = textOf(Buffer.from(await fetchBytes(`/api/certificates/document?certificateId=${id}`, token)));
    expect(text).toContain('these results do not represent actual trading.');
    expect(text).toContain('No representation is being made that any account will or is likely to achieve profits');
  });

  test('the standalone verifier checks the PDF offline and says what it can’t check', async () => {
    const { token } = await passEvaluation();
    const { id, name } = await readOnlyCertificate(token);
    const pdf = await fetchBytes(`/api/certificates/document?certificateId=${id}`, token);
    const keys = await fetchKeys();
    const { ok, output } = runScript(pdf, keys);
    expect(output).toContain('Genuine: signed by Tidemark');
    expect(ok).toBe(true);
    for (const text of [name, 'Evaluation passed: Classic 50K', '3750.00', id]) expect(output).toContain(text);
    expect(output).toContain('whether it was revoked since can’t be seen here');
    expect(runScript(Buffer.from(await credentialOf(id)), keys).ok).toBe(true);
    expect(runScript(pdf, []).output).toContain('a key that isn’t in');
    const changed = pdf.map((byte, index) => (index === 2_000 ? byte ^ 1 : byte));
    expect(runScript(changed, keys)).toMatchObject({ ok: false });
  });

  test('flipping any single bit of a PDF makes its verification fail', async () => {
    const { token } = await passEvaluation();
    const { id } = await readOnlyCertificate(token);
    const pdf = await fetchBytes(`/api/certificates/document?certificateId=${id}`, token);
    const keys = await fetchKeys();
    expect(await verifyCertificateFile(keys, pdf)).toMatchObject({ ok: true, claims: { id } });
    await fc.assert(
      fc.asyncProperty(fc.nat(pdf.length - 1), fc.nat(7), async (at, bit) => {
        const changed = pdf.slice();
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        expect((await verifyCertificateFile(keys, changed)).ok).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('a PDF that another program has saved again is reported as changed', async () => {
    const { token } = await passEvaluation();
    const { id } = await readOnlyCertificate(token);
    const pdf = await fetchBytes(`/api/certificates/document?certificateId=${id}`, token);
    const end = Buffer.from(pdf).lastIndexOf('%certificate-signature');
    const check = await verifyCertificateFile(await fetchKeys(), pdf.slice(0, end));
    expect(check).toMatchObject({ ok: false, problem: 'file-changed', claims: { id } });
  });
});
