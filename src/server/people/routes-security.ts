import type { Routes } from '#server/core/http/context.ts';
import { mountPrivate } from '#server/core/http/mount.ts';
import { withDevice } from '#server/core/http/with-device.ts';
import {
  confirmIdentity,
  confirmTwoFactor,
  endOtherSessions,
  endSessionById,
  endTwoFactor,
  fetchSessions,
  renewRecoveryCodes,
  requirePasskey,
  startTwoFactor,
} from '#shared/people/contract-security.ts';
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

export const securityRoutes: Routes = (app) => {
  mountPrivate(app, confirmIdentity, (request) =>
    confirmOwnIdentity(request.deps, request.actor, request.body, withDevice(request).deviceHash),
  );

  mountPrivate(app, fetchSessions, async ({ deps, actor }) => ({ data: await listSessions(deps, actor) }));

  mountPrivate(app, endSessionById, ({ deps, actor, body }) => endOwnSession(deps, actor, body.id));

  mountPrivate(app, endOtherSessions, ({ deps, actor }) =>
    endSessionsOf(deps, deps.db, actor.personId, actor.sessionId),
  );

  mountPrivate(app, startTwoFactor, async ({ deps, actor }) => ({ data: await startSecondFactor(deps, actor) }));

  mountPrivate(app, confirmTwoFactor, async ({ deps, actor, body }) => confirmSecondFactor(deps, actor, body.code));

  mountPrivate(app, requirePasskey, async ({ deps, actor }) => enableWithPasskeys(deps, actor));

  mountPrivate(app, renewRecoveryCodes, async ({ deps, actor }) => ({ data: await renewRecovery(deps, actor) }));

  mountPrivate(app, endTwoFactor, async ({ deps, actor }) => ({ user: await endSecondFactor(deps, actor) }));
};
