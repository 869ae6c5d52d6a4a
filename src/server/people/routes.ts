import { renameBrowserSession } from '#server/affiliates/rename-browser-session.ts';
import { inConstantTime } from '#server/core/http/constant-time.ts';
import type { Routes } from '#server/core/http/context.ts';
import { mount, mountPrivate } from '#server/core/http/mount.ts';
import { withDevice } from '#server/core/http/with-device.ts';
import { newToken } from '#server/core/ids.ts';
import {
  checkAuth,
  countries,
  fetchSessionId,
  logout,
  register,
  resendEmail,
  setPassword,
  submitLogin,
  verifyEmail,
} from '#shared/people/contract.ts';
import { readPerson } from './find-person.ts';
import { describeUser } from './profile/describe-user.ts';
import { listCountries } from './profile/list-countries.ts';
import { endSession } from './sessions/end-session.ts';
import { logIn } from './sign-in/log-in.ts';
import { registerPerson } from './sign-up/register.ts';
import { resendCode } from './sign-up/resend-code.ts';
import { setPasswordByCode } from './sign-up/set-password.ts';
import { verifyEmailByCode } from './sign-up/verify-email.ts';

export const peopleRoutes: Routes = (app) => {
  mount(app, fetchSessionId, async ({ deps, query }) => {
    const name = newToken();
    if (query.previous) await renameBrowserSession(deps, query.previous, name);
    return { data: name };
  });

  mountPrivate(app, checkAuth, async ({ deps, actor }) => ({
    user: describeUser(await readPerson(deps, actor.personId)),
  }));

  mount(app, submitLogin, async (request) => ({
    message: 'signed_in',
    ...(await logIn(request.deps, request.body, withDevice(request))),
  }));

  mount(app, logout, async ({ deps, token }) => {
    if (token) await endSession(deps, token);
    return { message: 'logged_out' };
  });

  mount(app, register, async (request) => {
    await inConstantTime(request.deps, () => registerPerson(request.deps, request.body, withDevice(request)));
    return { message: 'registered' };
  });

  mount(app, resendEmail, async ({ deps, body, requestContext }) => {
    await inConstantTime(deps, () => resendCode(deps, body.email, requestContext));
    return { message: 'resent' };
  });

  mount(app, verifyEmail, async (request) => ({
    message: 'verified',
    ...(await inConstantTime(request.deps, () => verifyEmailByCode(request.deps, request.body, withDevice(request)))),
  }));

  mount(app, setPassword, async (request) => ({
    message: 'password_set',
    ...(await inConstantTime(request.deps, () => setPasswordByCode(request.deps, request.body, withDevice(request)))),
  }));

  mount(app, countries, async ({ deps, requestContext }) => ({
    data: { countries: listCountries(deps.catalog, requestContext.locale) },
  }));
};
