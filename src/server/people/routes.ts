import { renameBrowserSession } from '#server/affiliates/rename-browser-session.ts';
import { answer } from '#server/core/answer.ts';
import { newToken } from '#server/core/encryption.ts';
import { inConstantTime } from '#server/core/http/constant-time.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { withDevice } from '#server/core/http/with-device.ts';
import * as calls from '#shared/people/contract.ts';
import { readPerson } from './find-person.ts';
import { describeUser } from './profile/describe-user.ts';
import { listCountries } from './profile/list-countries.ts';
import { endSession } from './sessions/end-session.ts';
import { logIn } from './sign-in/log-in.ts';
import { registerPerson } from './sign-up/register.ts';
import { resendCode } from './sign-up/resend-code.ts';
import { setPasswordByCode } from './sign-up/set-password.ts';
import { verifyEmailByCode } from './sign-up/verify-email.ts';

export const peopleRoutes: Routes = ({ mount }) => {
  mount(calls.fetchSessionId, async ({ deps, query }) => {
    const name = newToken();
    if (query.previous) await renameBrowserSession(deps, query.previous, name);
    return name;
  });

  mount(calls.checkAuth, async ({ deps, actor }) =>
    answer({
      user: describeUser(await readPerson(deps, actor.personId)),
    }),
  );

  mount(calls.submitLogin, async (request) =>
    answer({
      message: 'signed_in',
      ...(await logIn(request.deps, request.body, withDevice(request))),
    }),
  );

  mount(calls.logout, async ({ deps, token }) => {
    if (token) await endSession(deps, token);
    return answer({ message: 'logged_out' });
  });

  mount(calls.register, async (request) => {
    await inConstantTime(request.deps, () => registerPerson(request.deps, request.body, withDevice(request)));
    return answer({ message: 'registered' });
  });

  mount(calls.resendEmail, async ({ deps, body, requestContext }) => {
    await inConstantTime(deps, () => resendCode(deps, body.email, requestContext));
    return answer({ message: 'resent' });
  });

  mount(calls.verifyEmail, async (request) =>
    answer({
      message: 'verified',
      ...(await inConstantTime(request.deps, () => verifyEmailByCode(request.deps, request.body, withDevice(request)))),
    }),
  );

  mount(calls.setPassword, async (request) =>
    answer({
      message: 'password_set',
      ...(await inConstantTime(request.deps, () => setPasswordByCode(request.deps, request.body, withDevice(request)))),
    }),
  );

  mount(calls.countries, ({ deps, requestContext }) => ({
    countries: listCountries(deps.catalog, requestContext.locale),
  }));
};
