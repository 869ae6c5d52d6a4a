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
} from '../../contract/security.ts';
import type { Routes } from '../http/context.ts';
import { mountPrivate } from '../http/mount.ts';
import { withDevice } from '../http/with-device.ts';
import {
  confirmSecondFactor,
  enableWithPasskeys,
  endSecondFactor,
  renewRecovery,
  startSecondFactor,
} from '../services/security/switch-two-factor.ts';
import { endOwnSession, endSessionsOf } from '../services/session/end-session.ts';
import { listSessions } from '../services/session/list-sessions.ts';
import { confirmIdentity as confirmOwnIdentity } from '../services/sign-in/confirm.ts';

export const securityRoutes: Routes = (app) => {
  mountPrivate(
    app,
    confirmIdentity,
    async (request) => {
      await confirmOwnIdentity(request.deps, request.actor, request.body, withDevice(request).deviceHash);
      return {};
    },
    { limit: 'login-from' },
  );

  mountPrivate(app, fetchSessions, async ({ deps, actor }) => ({ data: await listSessions(deps, actor) }));

  mountPrivate(app, endSessionById, async ({ deps, actor, body }) => {
    await endOwnSession(deps, actor, body.id);
    return {};
  });

  mountPrivate(app, endOtherSessions, async ({ deps, actor }) => {
    await endSessionsOf(deps, deps.db, actor.personId, actor.sessionId);
    return {};
  });

  mountPrivate(app, startTwoFactor, async ({ deps, actor }) => ({ data: await startSecondFactor(deps, actor) }));

  mountPrivate(app, confirmTwoFactor, async ({ deps, actor, body }) => confirmSecondFactor(deps, actor, body.code), {
    limit: 'code-from',
  });

  mountPrivate(app, requirePasskey, async ({ deps, actor }) => enableWithPasskeys(deps, actor));

  mountPrivate(app, renewRecoveryCodes, async ({ deps, actor }) => ({ data: await renewRecovery(deps, actor) }));

  mountPrivate(app, endTwoFactor, async ({ deps, actor }) => ({ user: await endSecondFactor(deps, actor) }));
};
