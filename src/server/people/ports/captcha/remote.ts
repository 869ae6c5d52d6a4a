import { type Captcha, ServiceError } from '#server/core/deps.ts';

type RemoteProvider = 'recaptcha' | 'hcaptcha' | 'turnstile';

const verifyUrls: Readonly<Record<RemoteProvider, string>> = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
};

const timeoutMs = 8_000;

type Settings = {
  readonly provider: RemoteProvider;
  readonly siteKey: string;
  readonly secret: string;
  /** Replaces fetch in tests. */
  readonly post?: typeof fetch;
};

/** A hosted captcha: its script creates the token, its server verifies it once. */
export function createRemoteCaptcha({ provider, siteKey, secret, post = fetch }: Settings): Captcha {
  /** An outage or invalid response isn't the person's fault: they are asked to retry. */
  async function ask(body: URLSearchParams): Promise<unknown> {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await post(verifyUrls[provider], { method: 'POST', body, signal });
      if (!answer.ok) throw new Error(`${provider} answered ${answer.status}`);
      return await answer.json();
    } catch (cause) {
      throw new ServiceError(503, 'captcha_unavailable', { cause });
    }
  }

  return {
    challenge: async () => null,
    async verify(token, ip) {
      const body = new URLSearchParams({ secret, response: token, remoteip: ip, sitekey: siteKey });
      const verdict = await ask(body);
      return typeof verdict === 'object' && verdict !== null && 'success' in verdict && verdict.success === true;
    },
  };
}
