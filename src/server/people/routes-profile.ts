import { answer } from '#server/core/answer.ts';
import { inConstantTime } from '#server/core/http/constant-time.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { withDevice } from '#server/core/http/with-device.ts';
import { listNotifications } from '#server/messages/notifications/list.ts';
import * as endpoint from '#server/messages/webhooks/edit.ts';
import { listMessages } from '#server/messages/webhooks/list.ts';
import { deleteProfile } from '#server/privacy/delete-profile.ts';
import { exportProfile } from '#server/privacy/export-profile.ts';
import { fetchNotifications, updateMessageStatus } from '#shared/messages/contract.ts';
import * as passkeys from '#shared/people/contract-passkeys.ts';
import * as profile from '#shared/people/contract-profile.ts';
import * as security from '#shared/people/contract-security.ts';
import * as webhooks from '#shared/people/contract-webhooks.ts';
import { markNotificationsRead } from './notifications/mark-read.ts';
import { startPasskeyRequest } from './passkeys/start-request.ts';
import { getPicture } from './profile/picture.ts';
import { updateProfile } from './profile/update.ts';
import { addOwnPasskey, startAddingPasskey } from './security/add-passkey.ts';
import { createReadToken } from './security/create-read-token.ts';
import { listPasskeys } from './security/list-passkeys.ts';
import { removeOwnPasskey } from './security/remove-passkey.ts';
import { renameOwnPasskey } from './security/rename-passkey.ts';
import { outboxOf, rotateWebhook, saveWebhook } from './security/save-webhook.ts';
import * as secondFactor from './security/switch-two-factor.ts';
import { endOwnSession, endSessionsOf } from './sessions/end-session.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { confirmIdentity } from './sign-in/confirm.ts';
import { confirmEmailChange, requestEmailChange } from './sign-up/change-email.ts';

export const profileRoutes: Routes = ({ mount, deps }) => {
  mount(profile.updateProfile, async ({ actor, body }) =>
    answer({ message: 'profile_saved', user: await updateProfile(deps, actor, body) }),
  );
  mount(profile.profilePicture, async ({ actor }) => {
    const image = await getPicture(deps, actor.personId);
    const headers = { 'Content-Type': 'image/webp', 'Cache-Control': 'private, no-store' };
    return new Response(Buffer.from(image), { headers });
  });
  mount(profile.exportProfile, ({ actor }) => exportProfile(deps, actor));
  mount(profile.deleteProfile, ({ actor }) => deleteProfile(deps, actor), { message: 'account_deleted' });

  mount(fetchNotifications, ({ actor, query, requestContext }) =>
    listNotifications(deps, actor.personId, query.before ? Number(query.before) : undefined, requestContext),
  );
  mount(updateMessageStatus, async ({ actor, body }) =>
    answer({ user: await markNotificationsRead(deps, actor.personId, body.upTo) }),
  );

  mount(
    security.requestEmailChange,
    ({ actor, body }) => inConstantTime(deps, () => requestEmailChange(deps, actor, body.email)),
    {
      message: 'email_change_requested',
    },
  );
  mount(security.confirmEmailChange, async ({ actor, body }) =>
    answer({ message: 'email_changed', user: await confirmEmailChange(deps, actor, body.code) }),
  );
  mount(security.confirmIdentity, (request) =>
    confirmIdentity(deps, request.actor, request.body, withDevice(request).deviceHash),
  );
  mount(security.fetchSessions, ({ actor }) => listSessions(deps, actor));
  mount(security.endSessionById, ({ actor, body }) => endOwnSession(deps, actor, body.id));
  mount(security.endOtherSessions, ({ actor }) => endSessionsOf(deps, deps.db, actor.personId, actor.sessionId));
  mount(security.createReadToken, ({ actor, body, requestContext }) =>
    createReadToken(deps, actor, body, requestContext),
  );
  mount(security.startTwoFactor, ({ actor }) => secondFactor.startSecondFactor(deps, actor));
  mount(security.confirmTwoFactor, ({ actor, body }) => secondFactor.confirmSecondFactor(deps, actor, body.code));
  mount(security.requirePasskey, ({ actor }) => secondFactor.enableWithPasskeys(deps, actor));
  mount(security.renewRecoveryCodes, ({ actor }) => secondFactor.renewRecovery(deps, actor));
  mount(security.endTwoFactor, async ({ actor }) => answer({ user: await secondFactor.endSecondFactor(deps, actor) }));

  mount(webhooks.fetchWebhooks, ({ actor }) => listMessages(deps, outboxOf(actor)));
  mount(webhooks.saveWebhookUrl, ({ actor, body }) => saveWebhook(deps, actor, body.url));
  mount(webhooks.rotateWebhookSecret, ({ actor }) => rotateWebhook(deps, actor));
  mount(webhooks.removeWebhookUrl, ({ actor }) => endpoint.removeEndpoint(deps, outboxOf(actor)));
  mount(webhooks.testWebhook, ({ actor }) => endpoint.sendTest(deps, outboxOf(actor)));

  mount(passkeys.fetchPasskeys, ({ actor }) => listPasskeys(deps, actor));
  mount(passkeys.startPasskey, (request) => startAddingPasskey(deps, request.actor, withDevice(request).deviceHash));
  mount(passkeys.addPasskey, (request) =>
    addOwnPasskey(deps, request.actor, request.body.passkey, withDevice(request)),
  );
  mount(passkeys.renamePasskey, ({ actor, body }) => renameOwnPasskey(deps, actor, body));
  mount(passkeys.removePasskey, ({ actor, body }) => removeOwnPasskey(deps, actor, body.id));
  mount(passkeys.startPasskeyConfirmation, (request) => {
    const { personId, sessionId } = request.actor;
    return startPasskeyRequest(deps, { purpose: 'confirm', sessionId, ...withDevice(request) }, personId);
  });
};
