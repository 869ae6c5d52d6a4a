import { renameBrowserSession } from '#server/affiliates/rename-browser-session.ts';
import { answer } from '#server/core/answer.ts';
import { ServiceError } from '#server/core/deps.ts';
import { newToken } from '#server/core/encryption.ts';
import { inConstantTime } from '#server/core/http/constant-time.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { withDevice } from '#server/core/http/with-device.ts';
import * as calls from '#shared/people/contract.ts';
import * as passkeys from '#shared/people/contract-passkeys.ts';
import * as password from '#shared/people/contract-password.ts';
import {
  captchaChallenge,
  captchaConfig,
  checkAuth,
  countries,
  fetchSessionId,
  logout,
} from '#shared/people/contract-session.ts';
import { readPerson } from './find-person.ts';
import { startPasskeyRequest } from './passkeys/start-request.ts';
import { changePassword } from './password/change-password.ts';
import { requestPasswordReset } from './password/forgot-password.ts';
import { resetPassword } from './password/reset-password.ts';
import { getResetCode } from './password/reset-token.ts';
import { describeUser } from './profile/describe-user.ts';
import { listCountries } from './profile/list-countries.ts';
import { endSession } from './sessions/end-session.ts';
import { logIn } from './sign-in/log-in.ts';
import { signInByPasskey } from './sign-in/sign-in-with-passkey.ts';
import { registerPerson } from './sign-up/register.ts';
import { resendCode } from './sign-up/resend-code.ts';
import { setPasswordByCode } from './sign-up/set-password.ts';
import { verifyEmailByCode } from './sign-up/verify-email.ts';

export const peopleRoutes: Routes = ({ mount, deps }) => {
  const { captcha } = deps.env;
  mount(captchaConfig, () => ({
    provider: captcha.provider,
    siteKey: captcha.provider === 'altcha' ? null : captcha.siteKey,
  }));
  mount(captchaChallenge, async () => {
    const challenge = await deps.captcha.challenge();
    if (challenge === null) throw new ServiceError(404, 'no_such_call');
    return Response.json(challenge, { headers: { 'Cache-Control': 'no-store' } });
  });

  mount(fetchSessionId, async ({ query }) => {
    const name = newToken();
    if (query.previous) await renameBrowserSession(deps, query.previous, name);
    return name;
  });
  mount(countries, ({ requestContext }) => ({ countries: listCountries(deps.catalog, requestContext.locale) }));

  mount(
    calls.register,
    (request) => inConstantTime(deps, () => registerPerson(deps, request.body, withDevice(request))),
    {
      message: 'registered',
    },
  );
  mount(
    calls.resendEmail,
    ({ body, requestContext }) => inConstantTime(deps, () => resendCode(deps, body.email, requestContext)),
    {
      message: 'resent',
    },
  );
  mount(calls.verifyEmail, async (request) => {
    const verified = await inConstantTime(deps, () => verifyEmailByCode(deps, request.body, withDevice(request)));
    return answer({ message: 'verified', ...verified });
  });
  mount(calls.setPassword, async (request) => {
    const signedIn = await inConstantTime(deps, () => setPasswordByCode(deps, request.body, withDevice(request)));
    return answer({ message: 'password_set', ...signedIn });
  });

  mount(checkAuth, async ({ actor }) => answer({ user: describeUser(await readPerson(deps, actor.personId)) }));
  mount(calls.submitLogin, async (request) =>
    answer({ message: 'signed_in', ...(await logIn(deps, request.body, withDevice(request))) }),
  );
  mount(passkeys.startPasskeySignIn, (request) =>
    startPasskeyRequest(deps, { purpose: 'sign-in', deviceHash: withDevice(request).deviceHash }),
  );
  mount(passkeys.signInWithPasskey, async (request) =>
    answer({ message: 'signed_in', ...(await signInByPasskey(deps, request.body.passkey, withDevice(request))) }),
  );
  mount(logout, async ({ token }) => (token ? endSession(deps, token) : undefined), { message: 'logged_out' });

  mount(
    password.submitForgotEmail,
    ({ body, requestContext }) => requestPasswordReset(deps, body.email, requestContext),
    {
      message: 'reset_sent',
    },
  );
  mount(password.verifyForgotEmail, async ({ body: { token, password } }) => {
    if (password === undefined) {
      await getResetCode(deps, token);
      return answer({ message: 'done', data: { changed: false } });
    }
    await resetPassword(deps, { token, password });
    return answer({ message: 'password_reset', data: { changed: true } });
  });
  mount(password.changePassword, ({ actor, body }) => changePassword(deps, actor, body), {
    message: 'password_changed',
  });
};
