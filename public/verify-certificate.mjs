#!/usr/bin/env node
/*
 * Verifies a certificate without its issuer's page: node verify-certificate.mjs <certificate.pdf | certificate.jwt> <keys.json>
 *
 * keys.json is the issuer's published key set, saved from /.well-known/jwks.json. Needs Node 20 or later and nothing
 * else. It works offline, so it can't see whether the certificate was revoked since.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const [, , certificatePath, keysPath] = process.argv;

class Refusal extends Error {}

/** Node ignores what isn't base64url; one text only may stand for the bytes, so that no letter can be changed. */
function decode(text) {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) throw new Refusal('the signature or its text is damaged');
  return bytes;
}

function readObject(text) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(decode(text)));
  } catch {
    throw new Refusal('the signed text is damaged');
  }
}

/** The header and payload of a JWS whose EdDSA signature is by one of the keys. */
function readSigned(token, keys) {
  const parts = token.trim().split('.');
  if (parts.length !== 3) throw new Refusal('there is no signed certificate in it');
  const [head, body, signature] = parts;
  const header = readObject(head);
  const id = String(header.kid).split('/').at(-1);
  if (header.alg !== 'EdDSA' || id.length < 12) throw new Refusal('it isn’t signed the way we sign');
  const key = keys.find(({ kid }) => kid.startsWith(id));
  if (!key) throw new Refusal(`it is signed by a key that isn’t in ${keysPath}: ${id}`);
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.x }, format: 'jwk' });
  if (!verify(null, Buffer.from(`${head}.${body}`), publicKey, decode(signature))) {
    throw new Refusal('the signature doesn’t match: something in it was changed');
  }
  return { header, payload: readObject(body), kid: key.kid };
}

/** The credential attached to a PDF. */
function findAttachment(file) {
  const text = file.toString('latin1');
  for (const match of text.matchAll(/\/EmbeddedFile\b[\s\S]{0,2000}?>>\s{0,2}stream\r?\n/g)) {
    const start = match.index + match[0].length;
    const length = Number(/\/Length (\d+)/.exec(match[0])?.[1]);
    const content = file.subarray(start, start + length);
    try {
      return (
        match[0].includes('/FlateDecode') ? inflateSync(content, { maxOutputLength: 65_536 }) : content
      ).toString();
    } catch {
      throw new Refusal('the attached certificate is damaged');
    }
  }
  throw new Refusal('no certificate is attached to it');
}

/** The last line of the file signs the hash of everything before it. */
function checkFile(file, certificateId, keys) {
  const marker = '%certificate-signature ';
  const at = file.lastIndexOf(marker, undefined, 'latin1');
  const tail = at < 0 ? '' : file.subarray(at + marker.length).toString('latin1');
  const changed = new Refusal(
    'the certificate inside is genuine, but the file around it was changed: don’t trust its page',
  );
  if (!tail.endsWith('\n')) throw changed;
  let signed;
  try {
    signed = readSigned(tail.slice(0, -1), keys);
  } catch {
    throw changed;
  }
  const sha256 = createHash('sha256').update(file.subarray(0, at)).digest('base64url');
  const { header, payload } = signed;
  if (header.typ !== 'certificate-file' || payload.jti !== certificateId || payload.sha256 !== sha256) throw changed;
}

function describe(payload, kid) {
  const { credentialSubject: subject, issuer, validFrom } = payload;
  const lines = [
    ['Issuer', `${issuer.name}, ${issuer.url}`],
    ['Certificate', payload.name],
    ['Name', subject.identifier[0].identityHash],
    ['Achieved on', subject.activityEndDate.slice(0, 10)],
    ...(subject.result ?? []).map(({ resultDescription, value }) => [
      subject.achievement.resultDescription.find(({ id }) => id === resultDescription).name,
      value,
    ]),
    ['Issued', validFrom],
    ['Number', String(payload.id).split('/').at(-1)],
    ['Key', kid],
  ];
  return lines.map(([label, value]) => `  ${label.padEnd(24)}${value}`).join('\n');
}

if (!certificatePath || !keysPath) {
  console.error('usage: node verify-certificate.mjs <certificate.pdf | certificate.jwt> <keys.json>');
  process.exit(2);
}
try {
  const file = readFileSync(certificatePath);
  const { keys } = JSON.parse(readFileSync(keysPath, 'utf8'));
  const isPdf = file.subarray(0, 5).toString('latin1') === '%PDF-';
  const { header, payload, kid } = readSigned(isPdf ? findAttachment(file) : file.toString(), keys);
  if (header.typ !== 'vc+jwt' || !payload.type?.includes('OpenBadgeCredential')) {
    throw new Refusal('it is signed, but isn’t a certificate');
  }
  if (isPdf) checkFile(file, String(payload.id).split('/').at(-1), keys);
  console.log(`✓ Genuine: signed by ${payload.issuer.name}, and unchanged since.\n\n${describe(payload, kid)}`);
  console.log('\nChecked offline: whether it was revoked since can’t be seen here. The status list says:');
  console.log(`  ${payload.credentialStatus.statusListCredential}, entry ${payload.credentialStatus.statusListIndex}`);
} catch (error) {
  const reason = error instanceof Refusal || error?.code === 'ENOENT' ? error.message : 'the file can’t be read';
  console.error(`✗ Not verified: ${reason}.`);
  process.exit(1);
}
