import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { signCredential } from '#shared/certificates/credential.ts';
import { bytesOf, signJws } from '#shared/certificates/jws.ts';
import {
  fileSignatureType,
  isPdf,
  readAttachments,
  readFileSignature,
  signFile,
} from '#shared/certificates/pdf-file.ts';
import { verifyCertificateFile } from '#shared/certificates/verify.ts';
import { claims, first, issuer, second } from './certificate-support.ts';

const keys = [first.jwk];
const credential = await signCredential(first.signer, issuer, claims);
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url');

/** A PDF object with a stream; `between` goes between its dictionary and the content. */
function objectOf(entries: string, content: string | Uint8Array, between = '\nstream\n', after = '\nendstream\n') {
  return Buffer.concat([
    Buffer.from(`1 0 obj\n<< ${entries} >>${between}`),
    typeof content === 'string' ? Buffer.from(content) : content,
    Buffer.from(after),
  ]);
}

function pdfOf(...objects: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([Buffer.from('%PDF-1.7\n'), ...objects, Buffer.from('%%EOF\n')]));
}

const attached = (content: string) => objectOf(`/Type /EmbeddedFile /Length ${content.length}`, content);

describe('the text attachments of a PDF', () => {
  test('are found by their stated length, whatever they contain', async () => {
    expect(await readAttachments(pdfOf(attached('an endstream in it')))).toEqual(['an endstream in it']);
  });

  test.each([
    ['a line feed', '\nendstream'],
    ['a carriage return and a line feed', '\r\nendstream'],
    ['no line break', 'endstream'],
    ['the end of the file', ''],
  ])('are found when their length is a reference and they end with %s', async (_, after) => {
    const end = after === '' ? '' : `${after}\n`;
    const object = objectOf('/Type /EmbeddedFile /Length 12 0 R', 'hello', '\nstream\n', end);
    const file = new Uint8Array(Buffer.concat([Buffer.from('%PDF-1.7\n'), object]));
    expect(await readAttachments(file)).toEqual(['hello']);
    const later = objectOf('/Type /EmbeddedFile /Length 3 10 R', 'hello', '\nstream\n', end);
    expect(await readAttachments(new Uint8Array(later))).toEqual(['hello']);
  });

  test.each(['stream\n', '\nstream\r\n', ' \n stream\n'])('are found after %j', async (between) => {
    const object = objectOf('/Type /EmbeddedFile /Length 5', 'hello', between);
    expect(await readAttachments(pdfOf(object))).toEqual(['hello']);
  });

  test('are distinguished from other streams and kept apart', async () => {
    const picture = objectOf('/Type /XObject /Length 3', 'abc');
    const file = pdfOf(picture, attached('one'), picture, attached('two'), picture);
    expect(await readAttachments(file)).toEqual(['one', 'two']);
    const bare = new TextEncoder().encode('<< /EmbeddedFile /Length 2 >>stream\nhi');
    expect(await readAttachments(bare)).toEqual(['hi']);
  });

  test('are decompressed, up to 64 KB', async () => {
    const packed = (size: number) => {
      const content = deflateSync(Buffer.alloc(size, 'x'));
      return objectOf(`/Type /EmbeddedFile /Filter /FlateDecode /Length ${content.length}`, content);
    };
    const sizes = async (...objects: readonly Uint8Array[]) =>
      (await readAttachments(pdfOf(...objects))).map(({ length }) => length);
    expect(await sizes(packed(5), packed(65_536), packed(65_537))).toEqual([5, 65_536]);
    expect(await sizes(attached('x'.repeat(65_537)))).toEqual([65_536]);
    const damaged = objectOf('/Type /EmbeddedFile /Filter /FlateDecode /Length 5', 'hello');
    expect(await sizes(damaged)).toEqual([]);
  });
});

describe('the signature of a file', () => {
  const pdf = pdfOf();

  test('is its last line and covers every byte before it', async () => {
    const signed = await signFile(first.signer, pdf, claims.id);
    const [, token = ''] = /^%certificate-signature (\S+)\n$/.exec(text(signed.slice(pdf.length))) ?? [];
    expect(signed.slice(0, pdf.length)).toEqual(pdf);
    expect(await readFileSignature(signed)).toEqual({ token, sha256: hashOf(pdf) });
    const [head, body] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    expect(JSON.parse(head ?? '')).toEqual({ alg: 'EdDSA', typ: 'certificate-file', kid: first.jwk.kid });
    expect(JSON.parse(body ?? '')).toEqual({ jti: claims.id, sha256: hashOf(pdf) });
  });

  test('is missing if the file has none or its last line is incomplete', async () => {
    expect(await readFileSignature(pdf)).toBeUndefined();
    const signed = await signFile(first.signer, pdf, claims.id);
    expect(await readFileSignature(signed.slice(0, -1))).toBeUndefined();
    const alone = await signFile(first.signer, new Uint8Array(), claims.id);
    expect(await readFileSignature(alone)).toMatchObject({ sha256: hashOf(new Uint8Array()) });
  });

  test('a file counts as a PDF only if it starts like one', () => {
    expect([isPdf(pdf), isPdf(bytesOf('x%PDF-')), isPdf(bytesOf('%PDF'))]).toEqual([true, false, false]);
  });
});

describe('a dropped file', () => {
  const genuine = pdfOf(attached('a note. nothing. more. here'), attached(credential));
  const changed = { ok: false, problem: 'file-changed', claims };
  const none = { ok: false, problem: 'no-certificate' };
  const check = (file: Uint8Array<ArrayBuffer>) => verifyCertificateFile(keys, file);
  const append = (file: Uint8Array, token: string) =>
    new Uint8Array(Buffer.concat([file, Buffer.from(`%certificate-signature ${token}\n`)]));

  test('is genuine if we signed it', async () => {
    expect(await check(await signFile(first.signer, genuine, claims.id))).toEqual({
      ...{ ok: true, claims, kid: first.jwk.kid },
    });
  });

  test('counts as changed with a changed byte, without our signature or with someone else’s', async () => {
    const signed = await signFile(first.signer, genuine, claims.id);
    signed[12] = 0x21;
    expect(await check(signed)).toEqual(changed);
    expect(await check(genuine)).toEqual(changed);
    expect(await check(await signFile(second.signer, genuine, claims.id))).toEqual(changed);
    expect(await check(await signFile(first.signer, genuine, 'another-certificate-id'))).toEqual(changed);
    const payload = { jti: claims.id, sha256: hashOf(genuine) };
    const odd = await signJws(first.signer, { typ: 'x', kid: first.jwk.kid }, payload);
    expect(await check(append(genuine, odd))).toEqual(changed);
    const right = await signJws(first.signer, { typ: fileSignatureType, kid: first.jwk.kid }, payload);
    expect(await check(append(genuine, right))).toMatchObject({ ok: true });
  });

  test('has no certificate without a credential, and reports a credential signed with a foreign key', async () => {
    expect(await check(pdfOf())).toEqual(none);
    expect(await check(pdfOf(attached('a note')))).toEqual(none);
    const foreign = await signCredential(second.signer, issuer, claims);
    expect(await check(await signFile(first.signer, pdfOf(attached(foreign)), claims.id))).toEqual({
      ...{ ok: false, problem: 'unknown-key' },
    });
  });

  test('is read as a credential if it is text', async () => {
    expect(await check(bytesOf(` ${credential}\n`))).toMatchObject({ ok: true, claims });
    expect(await check(bytesOf('a.b.c'))).toEqual({ ok: false, problem: 'malformed' });
    expect(await check(bytesOf('hello'))).toEqual(none);
    // Anything after the first 20,000 bytes is ignored.
    expect(await check(bytesOf(`${credential}${' '.repeat(20_000)}x`))).toMatchObject({ ok: true });
  });
});
