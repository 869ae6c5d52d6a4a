import { ServiceError } from '#server/core/deps.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { captchaChallenge, captchaConfig } from '#shared/people/contract.ts';

export const captchaRoutes: Routes = ({ mount }) => {
  mount(captchaConfig, ({ deps: { env } }) => ({
    provider: env.captcha.provider,
    siteKey: env.captcha.provider === 'altcha' ? null : env.captcha.siteKey,
  }));

  mount(captchaChallenge, async ({ deps }) => {
    const challenge = await deps.captcha.challenge();
    if (challenge === null) throw new ServiceError(404, 'no_such_call');
    return Response.json(challenge, { headers: { 'Cache-Control': 'no-store' } });
  });
};
