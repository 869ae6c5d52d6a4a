import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Options = { readonly challenge: string };

const flags = { present: 0x01, verified: 0x04, canSync: 0x08, synced: 0x10, attested: 0x40 } as const;

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');

/** The start of a CBOR item (RFC 8949, section 3). */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

const cbor = {
  int: (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)),
  bytes: (value: Buffer) => Buffer.concat([cborHead(2, value.length), value]),
  text: (value: string) => Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]),
  map: (...pairs: readonly (readonly [Buffer, Buffer])[]) =>
    Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()]),
};

/** An ES256 key in COSE format (RFC 9052). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor.map(
    [cbor.int(1), cbor.int(2)],
    [cbor.int(3), cbor.int(-7)],
    [cbor.int(-1), cbor.int(1)],
    [cbor.int(-2), cbor.bytes(Buffer.from(x, 'base64url'))],
    [cbor.int(-3), cbor.bytes(Buffer.from(y, 'base64url'))],
  );
}

type Lies = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
};

/** Plays browser and authenticator with a key in memory, honest unless `lies` are given. */
export function createAuthenticator({ origin = 'http://localhost:8000', counts = true, syncs = false } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  let counter = 0;
  let owner: string | undefined;

  function clientData(type: string, { challenge }: Options, lies: Lies): string {
    const data = {
      type: lies.type ?? type,
      challenge,
      origin: lies.origin ?? origin,
      crossOrigin: lies.crossOrigin ?? false,
    };
    return base64url(JSON.stringify(data));
  }

  function authenticatorData(lies: Lies, attested?: Buffer): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lies.counter ?? counter);
    const verified = lies.verified === false ? 0 : flags.verified;
    const sync = syncs ? flags.canSync | flags.synced : 0;
    const flag = flags.present | verified | sync | (attested ? flags.attested : 0);
    const rpHash = sha256(lies.rpId ?? new URL(origin).hostname);
    return Buffer.concat([rpHash, Buffer.from([flag]), count, attested ?? Buffer.alloc(0)]);
  }

  return {
    id,
    /** `navigator.credentials.create` with attestation "none". */
    create(options: Options & { readonly user: { readonly id: string } }, lies: Lies = {}) {
      owner = options.user.id;
      const size = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), size, credentialId, coseKey(publicKey)]);
      const attestationObject = cbor.map(
        [cbor.text('fmt'), cbor.text('none')],
        [cbor.text('attStmt'), cbor.map()],
        [cbor.text('authData'), cbor.bytes(authenticatorData(lies, attested))],
      );
      const clientDataJSON = clientData('webauthn.create', options, lies);
      const response = { clientDataJSON, attestationObject: base64url(attestationObject), transports: ['internal'] };
      return { id, rawId: id, type: 'public-key' as const, response };
    },
    /** `navigator.credentials.get`. */
    get(options: Options, lies: Lies = {}) {
      if (counts) counter += 1;
      const data = authenticatorData(lies);
      const clientDataJSON = clientData('webauthn.get', options, lies);
      const signature = sign(
        'sha256',
        Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]),
        privateKey,
      );
      const userHandle = lies.userHandle ?? owner;
      const response = {
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(signature),
        ...(userHandle === undefined ? {} : { userHandle }),
      };
      return { id, rawId: id, type: 'public-key' as const, response };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
