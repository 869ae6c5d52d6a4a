import { bridgeAccountSchema } from './bridge-messages.ts';
import type { Platform } from './platform.ts';
import { isSigned, sign, signatureHeaders } from './signature.ts';

const timeoutMs = 20_000;

type Settings = {
  readonly url: string;
  readonly secret: string;
  readonly clock: () => Date;
  readonly fetch?: typeof fetch;
};

/**
 * Asks the daemon beside Rithmic or dxFeed: `POST {url}/accounts`, both ways signed. The account's id is the
 * idempotency key, so that a question repeated after a lost answer opens no second account. Throws on any other answer.
 */
export function createBridgePlatform({ url, secret, clock, fetch: ask = fetch }: Settings): Platform {
  const endpoint = `${url.replace(/\/+$/, '')}/accounts`;
  return {
    name: 'bridge',
    async openAccount(wanted) {
      const body = JSON.stringify(wanted);
      const { timestamp, signature } = sign(secret, body, clock());
      const response = await ask(endpoint, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': wanted.accountId,
          [signatureHeaders.timestamp]: timestamp,
          [signatureHeaders.signature]: signature,
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`The platform bridge answered ${response.status} to an account opening`);
      const answer = {
        timestamp: response.headers.get(signatureHeaders.timestamp) ?? '',
        signature: response.headers.get(signatureHeaders.signature) ?? '',
      };
      if (!isSigned(secret, text, answer, clock())) throw new Error('The platform bridge did not sign its answer');
      const account = bridgeAccountSchema.safeParse(JSON.parse(text));
      if (!account.success)
        throw new Error('The platform bridge answered without an account', { cause: account.error });
      return account.data;
    },
  };
}
