import { type Bytes, decodeBase64Url, encodeBase64Url } from '#lib/base64url.ts';

/** A public key as we publish it (RFC 8037). `kid` is its thumbprint (RFC 7638). */
export type PublicJwk = {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: 'EdDSA';
  readonly use: 'sig';
};

export type Signer = { readonly kid: string; sign(bytes: Bytes): Promise<Uint8Array> };

/** `unsupported`: this browser can't check Ed25519. */
export type JwsProblem = 'malformed' | 'unknown-key' | 'bad-signature' | 'unsupported';

export type VerifiedJws = {
  readonly ok: true;
  readonly kid: string;
  readonly type: string | undefined;
  readonly payload: Readonly<Record<string, unknown>>;
};

/** A header's key id may be shortened to this length, or be a URL that ends with the full id. */
export const shortKeyIdLength = 12;

const signatureBytes = 64;
const maxTokenLength = 20_000;

export async function signJws(signer: Signer, header: object, payload: object): Promise<string> {
  const signed = [{ alg: 'EdDSA', ...header }, payload].map((part) => encodeBase64Url(bytesOf(JSON.stringify(part))));
  const signature = await signer.sign(bytesOf(signed.join('.')));
  return [...signed, encodeBase64Url(signature)].join('.');
}

/** Verifies a compact JWS (RFC 7515) with EdDSA. The key comes from `keys`, never from the token. */
export async function verifyJws(
  keys: readonly PublicJwk[],
  token: string,
): Promise<VerifiedJws | { readonly ok: false; readonly problem: JwsProblem }> {
  const [headerPart = '', payloadPart = '', signaturePart = '', ...rest] =
    token.length > maxTokenLength ? [] : token.split('.');
  const header = readObject(headerPart);
  const payload = readObject(payloadPart);
  const signature = decodeBase64Url(signaturePart);
  if (!header || !payload || signature?.length !== signatureBytes || rest.length > 0) return fail('malformed');
  const { alg, kid, typ, crit } = header;
  if (alg !== 'EdDSA' || typeof kid !== 'string' || crit !== undefined) return fail('malformed');
  const key = findKey(keys, kid);
  if (!key) return fail('unknown-key');
  const isValid = await checkSignature(key, signature, bytesOf(`${headerPart}.${payloadPart}`));
  if (isValid === undefined) return fail('unsupported');
  if (!isValid) return fail('bad-signature');
  return { ok: true, kid: key.kid, type: typeof typ === 'string' ? typ : undefined, payload };
}

function fail(problem: JwsProblem) {
  return { ok: false, problem } as const;
}

function findKey(keys: readonly PublicJwk[], kid: string): PublicJwk | undefined {
  const id = kid.slice(kid.lastIndexOf('/') + 1);
  return id.length < shortKeyIdLength ? undefined : keys.find((key) => key.kid.startsWith(id));
}

async function checkSignature({ x }: PublicJwk, signature: Bytes, data: Bytes): Promise<boolean | undefined> {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x };
    const key = await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify']);
    return await crypto.subtle.verify({ name: 'Ed25519' }, key, signature, data);
  } catch {
    return undefined;
  }
}

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = decodeBase64Url(text);
  if (!bytes) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

export function bytesOf(text: string): Bytes {
  return new TextEncoder().encode(text);
}
