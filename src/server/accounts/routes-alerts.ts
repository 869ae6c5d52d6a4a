import type { Routes } from '#server/core/http/mount.ts';
import { withDevice } from '#server/core/http/with-device.ts';
import { subscribePush, unsubscribePush } from '#server/messages/push/subscribe.ts';
import * as calls from '#shared/accounts/contract-alerts.ts';
import { fetchAlertSettings, updateAlertSettings } from './alerts/settings.ts';

export const alertsRoutes: Routes = ({ mount, deps }) => {
  mount(calls.fetchAlerts, ({ actor, query, requestContext }) =>
    fetchAlertSettings(deps, actor.personId, query.accountId, requestContext.deviceHash),
  );
  mount(calls.updateAlerts, ({ actor, body }) => updateAlertSettings(deps, actor.personId, body));
  mount(calls.subscribePush, (request) => subscribePush(deps, request.actor, request.body, withDevice(request)));
  mount(calls.unsubscribePush, ({ actor, body }) => unsubscribePush(deps, actor, body.endpoint));
};
