import { apiRoot } from '../client/api-root.ts';
import { send } from '../client/call.ts';
import type { DataOf } from '../contract/call.ts';
import { captchaChallenge, captchaConfig } from '../contract/identity.ts';

export type CaptchaSetting = DataOf<typeof captchaConfig>;

/** Where the built-in widget asks for its challenge. */
export const captchaChallengeUrl = `${apiRoot}/${captchaChallenge.path}`;

const builtIn: CaptchaSetting = { provider: 'altcha', siteKey: null };

let known: Promise<CaptchaSetting> | undefined;

/** Which captcha to draw, asked once a page. Without an answer the built-in one, which says itself what is wrong. */
export function loadCaptchaSetting(): Promise<CaptchaSetting> {
  known ??= send(captchaConfig, {}).then((result) => {
    if (result.ok) return result.data;
    known = undefined;
    return builtIn;
  });
  return known;
}
