import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from 'node:crypto';

type Received = {
  readonly topic: string | null;
  readonly payload: { readonly title: string; readonly body: string; readonly path: string; readonly tag: string };
};

const host = 'https://fcm.googleapis.com';

/** Decrypts a message as a browser does (RFC 8188 and 8291). */
function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const secret = browser.computeSecret(sender);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const input = Buffer.from(hkdfSync('sha256', secret, auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12));
  const sealed = body.subarray(21 + keyLength);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString();
}

/** Whether a push service would accept the sender: the VAPID token is signed by the key it names, for this service. */
function isSigned(authorization: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/i.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const { aud, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; sub: string };
  return (
    aud === host &&
    sub.startsWith('mailto:') &&
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  );
}

/** A push service and its browsers: it checks the sender, and each browser decrypts its messages. */
export function createPushService() {
  const browsers = new Map<string, { readonly keys: ReturnType<typeof createECDH>; readonly auth: Buffer }>();
  const received: (Received & { readonly endpoint: string })[] = [];
  const answers: number[] = [];
  return {
    received,
    /** Rejects the next messages with these statuses before it accepts any. */
    refuseNext: (...statuses: readonly number[]) => answers.push(...statuses),
    openBrowser() {
      const endpoint = `${host}/fcm/send/${randomBytes(9).toString('base64url')}`;
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = randomBytes(16);
      browsers.set(endpoint, { keys, auth });
      return { endpoint, p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') };
    },
    fetch: (async (input, init) => {
      const endpoint = String(input);
      const headers = new Headers(init?.headers);
      const status = answers.shift();
      if (status !== undefined) return new Response(null, { status });
      const browser = browsers.get(endpoint);
      if (!browser) return new Response(null, { status: 404 });
      if (init?.redirect !== 'error' || !isSigned(headers.get('authorization') ?? '')) {
        return new Response(null, { status: 403 });
      }
      const body = Buffer.from(init.body as Uint8Array);
      const payload = JSON.parse(decrypt(body, browser.keys, browser.auth)) as Received['payload'];
      received.push({ endpoint, topic: headers.get('topic'), payload });
      return new Response(null, { status: 201 });
    }) as typeof fetch,
  };
}
