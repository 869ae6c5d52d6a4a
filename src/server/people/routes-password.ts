import { answer } from '#server/core/answer.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { changePassword, submitForgotEmail, verifyForgotEmail } from '#shared/people/contract-password.ts';
import { changePassword as changeOwnPassword } from './password/change-password.ts';
import { requestPasswordReset } from './password/forgot-password.ts';
import { resetPassword } from './password/reset-password.ts';
import { getResetCode } from './password/reset-token.ts';

export const passwordRoutes: Routes = ({ mount }) => {
  mount(submitForgotEmail, async ({ deps, body, requestContext }) => {
    await requestPasswordReset(deps, body.email, requestContext);
    return answer({ message: 'reset_sent' });
  });

  mount(verifyForgotEmail, async ({ deps, body: { token, password } }) => {
    if (password === undefined) {
      await getResetCode(deps, token);
      return answer({ message: 'done', data: { changed: false } });
    }
    await resetPassword(deps, { token, password });
    return answer({ message: 'password_reset', data: { changed: true } });
  });

  mount(changePassword, async ({ deps, actor, body }) => {
    await changeOwnPassword(deps, actor, body);
    return answer({ message: 'password_changed' });
  });
};
