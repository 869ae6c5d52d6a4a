import { answer } from '#server/core/answer.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { withDevice } from '#server/core/http/with-device.ts';
import { removeEndpoint, rotateSecret, sendTest } from '#server/messages/webhooks/edit.ts';
import { listMessages } from '#server/messages/webhooks/list.ts';
import * as calls from '#shared/people/contract-security.ts';
import * as webhooks from '#shared/people/contract-webhooks.ts';
import { createReadToken } from './security/create-read-token.ts';
import { outboxOf, saveWebhook } from './security/save-webhook.ts';
import {
  confirmSecondFactor,
  enableWithPasskeys,
  endSecondFactor,
  renewRecovery,
  startSecondFactor,
} from './security/switch-two-factor.ts';
import { endOwnSession, endSessionsOf } from './sessions/end-session.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { confirmIdentity } from './sign-in/confirm.ts';

export const securityRoutes: Routes = ({ mount }) => {
  mount(calls.confirmIdentity, (request) =>
    confirmIdentity(request.deps, request.actor, request.body, withDevice(request).deviceHash),
  );

  mount(calls.fetchSessions, ({ deps, actor }) => listSessions(deps, actor));
  mount(calls.endSessionById, ({ deps, actor, body }) => endOwnSession(deps, actor, body.id));
  mount(calls.endOtherSessions, ({ deps, actor }) => endSessionsOf(deps, deps.db, actor.personId, actor.sessionId));
  mount(calls.createReadToken, ({ deps, actor, body, requestContext }) =>
    createReadToken(deps, actor, body, requestContext),
  );
  mount(webhooks.fetchWebhooks, ({ deps, actor }) => listMessages(deps, outboxOf(actor)));
  mount(webhooks.saveWebhookUrl, ({ deps, actor, body }) => saveWebhook(deps, actor, body.url));
  mount(webhooks.rotateWebhookSecret, ({ deps, actor }) => rotateSecret(deps, outboxOf(actor)));
  mount(webhooks.removeWebhookUrl, ({ deps, actor }) => removeEndpoint(deps, outboxOf(actor)));
  mount(webhooks.testWebhook, ({ deps, actor }) => sendTest(deps, outboxOf(actor)));
  mount(calls.startTwoFactor, ({ deps, actor }) => startSecondFactor(deps, actor));
  mount(calls.confirmTwoFactor, ({ deps, actor, body }) => confirmSecondFactor(deps, actor, body.code));
  mount(calls.requirePasskey, ({ deps, actor }) => enableWithPasskeys(deps, actor));
  mount(calls.renewRecoveryCodes, ({ deps, actor }) => renewRecovery(deps, actor));
  mount(calls.endTwoFactor, async ({ deps, actor }) => answer({ user: await endSecondFactor(deps, actor) }));
};
