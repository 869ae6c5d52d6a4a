import { type Bytes, encodeBase64Url } from '#lib/base64url.ts';
import { decompress } from '#lib/decompress.ts';
import { bytesOf, type Signer, signJws } from './jws.ts';

export const fileSignatureType = 'certificate-file';

const marker = '%certificate-signature ';
const maxAttachmentBytes = 64 * 1024;

export function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 5)) === '%PDF-';
}

/**
 * Appends a line, ignored by PDF readers, that signs every byte before it. The embedded credential proves the
 * certificate; this signature proves that the page shows it unchanged.
 */
export async function signFile(signer: Signer, pdf: Bytes, certificateId: string): Promise<Bytes> {
  const payload = { jti: certificateId, sha256: await hashOf(pdf) };
  const token = await signJws(signer, { typ: fileSignatureType, kid: signer.kid }, payload);
  return concatBytes(pdf, bytesOf(`${marker}${token}\n`));
}

/** Reads the signature at the end of a file and hashes the bytes it covers; undefined without a signature. */
export async function readFileSignature(
  file: Bytes,
): Promise<{ readonly token: string; readonly sha256: string } | undefined> {
  const text = new TextDecoder('latin1').decode(file);
  const at = text.lastIndexOf(marker);
  if (at < 0 || !text.endsWith('\n')) return undefined;
  const token = text.slice(at + marker.length, -1);
  return { token, sha256: await hashOf(file.slice(0, at)) };
}

/** Reads the text attachments of a PDF, even if another program has re-saved it, unless it is encrypted. */
export async function readAttachments(file: Bytes): Promise<string[]> {
  const text = new TextDecoder('latin1').decode(file);
  const found: string[] = [];
  for (const match of text.matchAll(/>>\s*stream\r?\n/g)) {
    const dictionary = text.slice(Math.max(text.lastIndexOf(' obj', match.index), 0), match.index);
    if (!dictionary.includes('/EmbeddedFile')) continue;
    const start = match.index + match[0].length;
    const length = /\/Length (\d+)(?!\d| \d+ R)/.exec(dictionary)?.[1];
    const end = length === undefined ? endOfStream(text, start) : start + Number(length);
    const content = file.slice(start, end);
    const bytes = dictionary.includes('/FlateDecode')
      ? await decompress(content, 'deflate', maxAttachmentBytes)
      : content.slice(0, maxAttachmentBytes);
    if (bytes) found.push(new TextDecoder().decode(bytes));
  }
  return found;
}

function endOfStream(text: string, start: number): number {
  const end = text.indexOf('endstream', start);
  return end < 0 ? text.length : end - (/\r?\n$/.exec(text.slice(end - 2, end))?.[0].length ?? 0);
}

async function hashOf(bytes: Bytes): Promise<string> {
  return encodeBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

function concatBytes(first: Uint8Array, second: Uint8Array): Bytes {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
