import { answer } from '#server/core/answer.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { withDevice } from '#server/core/http/with-device.ts';
import {
  confirmIdentity,
  confirmTwoFactor,
  createReadToken,
  endOtherSessions,
  endSessionById,
  endTwoFactor,
  fetchSessions,
  renewRecoveryCodes,
  requirePasskey,
  startTwoFactor,
} from '#shared/people/contract-security.ts';
import { createReadToken as createOwnReadToken } from './security/create-read-token.ts';
import {
  confirmSecondFactor,
  enableWithPasskeys,
  endSecondFactor,
  renewRecovery,
  startSecondFactor,
} from './security/switch-two-factor.ts';
import { endOwnSession, endSessionsOf } from './sessions/end-session.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { confirmIdentity as confirmOwnIdentity } from './sign-in/confirm.ts';

export const securityRoutes: Routes = ({ mount }) => {
  mount(confirmIdentity, (request) =>
    confirmOwnIdentity(request.deps, request.actor, request.body, withDevice(request).deviceHash),
  );

  mount(fetchSessions, ({ deps, actor }) => listSessions(deps, actor));
  mount(endSessionById, ({ deps, actor, body }) => endOwnSession(deps, actor, body.id));
  mount(endOtherSessions, ({ deps, actor }) => endSessionsOf(deps, deps.db, actor.personId, actor.sessionId));
  mount(createReadToken, ({ deps, actor, body, requestContext }) =>
    createOwnReadToken(deps, actor, body, requestContext),
  );
  mount(startTwoFactor, ({ deps, actor }) => startSecondFactor(deps, actor));
  mount(confirmTwoFactor, ({ deps, actor, body }) => confirmSecondFactor(deps, actor, body.code));
  mount(requirePasskey, ({ deps, actor }) => enableWithPasskeys(deps, actor));
  mount(renewRecoveryCodes, ({ deps, actor }) => renewRecovery(deps, actor));
  mount(endTwoFactor, async ({ deps, actor }) => answer({ user: await endSecondFactor(deps, actor) }));
};
