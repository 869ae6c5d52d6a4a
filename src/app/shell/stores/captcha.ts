import { apiRoot } from '#app/http/api-root.ts';
import { send } from '#app/http/call.ts';
import type { DataOf } from '#shared/core/call.ts';
import { captchaChallenge, captchaConfig } from '#shared/people/contract-session.ts';

export type CaptchaSetting = DataOf<typeof captchaConfig>;

export const captchaChallengeUrl = `${apiRoot}/${captchaChallenge.path}`;

const builtIn: CaptchaSetting = { provider: 'altcha', siteKey: null };

let setting: Promise<CaptchaSetting> | undefined;

/** The configured captcha, fetched once per page. Falls back to the built-in one, which reports its own errors. */
export function loadCaptchaSetting(): Promise<CaptchaSetting> {
  setting ??= send(captchaConfig, {}).then((result) => {
    if (result.ok) return result.data;
    setting = undefined;
    return builtIn;
  });
  return setting;
}
