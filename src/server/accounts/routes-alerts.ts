import type { Routes } from '#server/core/http/context.ts';
import { mountPrivate } from '#server/core/http/mount.ts';
import { withDevice } from '#server/core/http/with-device.ts';
import { subscribePush, unsubscribePush } from '#server/messages/push/subscribe.ts';
import * as calls from '#shared/accounts/contract-alerts.ts';
import { fetchAlertSettings, updateAlertSettings } from './alerts/settings.ts';

export const alertsRoutes: Routes = (app, deps) => {
  mountPrivate(app, calls.fetchAlerts, async ({ actor, query, requestContext }) => ({
    data: await fetchAlertSettings(deps, actor.personId, query.accountId, requestContext.deviceHash),
  }));
  mountPrivate(app, calls.updateAlerts, ({ actor, body }) => updateAlertSettings(deps, actor.personId, body));
  mountPrivate(app, calls.subscribePush, (request) =>
    subscribePush(deps, request.actor, request.body, withDevice(request)),
  );
  mountPrivate(app, calls.unsubscribePush, ({ actor, body }) => unsubscribePush(deps, actor, body.endpoint));
};
