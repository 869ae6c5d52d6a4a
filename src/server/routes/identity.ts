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
} from '../../contract/identity.ts';
import { inConstantTime } from '../http/constant-time.ts';
import type { Routes } from '../http/context.ts';
import { mount, mountPrivate } from '../http/mount.ts';
import { withDevice } from '../http/with-device.ts';
import { newToken } from '../ids.ts';
import { renameBrowserSession } from '../services/affiliate/rename-browser-session.ts';
import { registerPerson } from '../services/identity/register.ts';
import { resendCode } from '../services/identity/resend-code.ts';
import { setPasswordByCode } from '../services/identity/set-password.ts';
import { verifyEmailByCode } from '../services/identity/verify-email.ts';
import { describeUser } from '../services/person/describe-user.ts';
import { getPerson } from '../services/person/find-person.ts';
import { listCountries } from '../services/person/list-countries.ts';
import { endSession } from '../services/session/end-session.ts';
import { logIn } from '../services/sign-in/log-in.ts';

export const identityRoutes: Routes = (app) => {
  mount(
    app,
    fetchSessionId,
    async ({ deps, query }) => {
      const name = newToken();
      if (query.previous) await renameBrowserSession(deps, query.previous, name);
      return { data: name };
    },
    { limit: 'read' },
  );

  mountPrivate(app, checkAuth, async ({ deps, actor }) => ({
    user: describeUser(await getPerson(deps.db, actor.personId)),
  }));

  mount(
    app,
    submitLogin,
    async (request) => ({
      message: 'signed_in',
      ...(await logIn(request.deps, request.body, withDevice(request))),
    }),
    { limit: 'login-from' },
  );

  mount(
    app,
    logout,
    async ({ deps, token }) => {
      if (token) await endSession(deps, token);
      return { message: 'logged_out' };
    },
    { limit: 'write' },
  );

  mount(
    app,
    register,
    async (request) => {
      await inConstantTime(() => registerPerson(request.deps, request.body, withDevice(request)));
      return { message: 'registered' };
    },
    { limit: 'register-from' },
  );

  mount(
    app,
    resendEmail,
    async ({ deps, body, requestContext }) => {
      await inConstantTime(() => resendCode(deps, body.email, requestContext));
      return { message: 'resent' };
    },
    { limit: 'code-from' },
  );

  mount(
    app,
    verifyEmail,
    async (request) => ({
      message: 'verified',
      ...(await inConstantTime(() => verifyEmailByCode(request.deps, request.body, withDevice(request)))),
    }),
    { limit: 'code-from' },
  );

  mount(
    app,
    setPassword,
    async (request) => ({
      message: 'password_set',
      ...(await inConstantTime(() => setPasswordByCode(request.deps, request.body, withDevice(request)))),
    }),
    { limit: 'code-from' },
  );

  mount(
    app,
    countries,
    async ({ deps, requestContext }) => ({
      data: { countries: listCountries(deps.catalog, requestContext.locale) },
    }),
    { limit: 'read' },
  );
};
