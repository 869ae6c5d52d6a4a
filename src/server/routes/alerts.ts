import * as calls from '../../contract/alerts.ts';
import type { Routes } from '../http/context.ts';
import { mountPrivate } from '../http/mount.ts';
import { withDevice } from '../http/with-device.ts';
import { fetchAlertSettings, updateAlertSettings } from '../services/alert/settings.ts';
import { subscribePush, unsubscribePush } from '../services/push/subscribe.ts';

export const alertRoutes: Routes = (app, deps) => {
  mountPrivate(
    app,
    calls.fetchAlerts,
    async ({ actor, query, requestContext }) => ({
      data: await fetchAlertSettings(deps, actor.personId, query.accountId, requestContext.deviceHash),
    }),
    { limit: 'read' },
  );
  mountPrivate(
    app,
    calls.updateAlerts,
    async ({ actor, body }) => {
      await updateAlertSettings(deps, actor.personId, body);
      return {};
    },
    { limit: 'write' },
  );
  mountPrivate(
    app,
    calls.subscribePush,
    async (request) => {
      await subscribePush(deps, request.actor, request.body, withDevice(request));
      return {};
    },
    { limit: 'write' },
  );
  mountPrivate(
    app,
    calls.unsubscribePush,
    async ({ actor, body }) => {
      await unsubscribePush(deps, actor, body.endpoint);
      return {};
    },
    { limit: 'write' },
  );
};
