import { createECDH } from 'node:crypto';
import { isPushEndpoint } from '#lib/push-services.ts';
import { libraries } from '#server/core/libraries.ts';
import type { Push } from './push.ts';

const timeoutMs = 15_000;
/** An alert that is hours old helps nobody. */
const timeToLiveSeconds = 4 * 3_600;

type Settings = {
  /** The 32 bytes of the P-256 private key that identifies us to push services (VAPID). */
  readonly privateKey: Buffer;
  /** Whom a push service contacts if something is wrong. */
  readonly contact: string;
  readonly fetch?: typeof fetch;
};

/** Web push (RFC 8030, 8291 and 8292), to known services only and without following redirects. */
export function createWebPush({ privateKey, contact, fetch: post = fetch }: Settings): Push {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  const publicKey = curve.getPublicKey('base64url');
  const vapidDetails = { subject: `mailto:${contact}`, publicKey, privateKey: privateKey.toString('base64url') };
  return {
    publicKey,
    async send({ endpoint, p256dh, auth }, { topic, ...payload }) {
      if (!isPushEndpoint(endpoint)) return 'gone';
      const webPush = await libraries.webPush();
      const request = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify({ ...payload, tag: topic }),
        { vapidDetails, TTL: timeToLiveSeconds, urgency: 'high', topic, contentEncoding: 'aes128gcm' },
      );
      const answer = await post(request.endpoint, {
        method: 'POST',
        headers: headersOf(request.headers),
        body: new Uint8Array(request.body ?? Buffer.of()),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      if (answer.status === 404 || answer.status === 410) return 'gone';
      if (!answer.ok) throw new Error(`${new URL(endpoint).hostname} answered ${answer.status}`);
      return 'sent';
    },
  };
}

/** The HTTP client sets the length itself. */
function headersOf(headers: Readonly<Record<string, unknown>>): Headers {
  const pairs = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
  return new Headers(pairs.map(([name, value]): [string, string] => [name, String(value)]));
}
