import * as calls from '../../contract/alerts.ts';
import type { Routes } from '../http/context.ts';
import { mountPrivate } from '../http/mount.ts';
import { fetchAlertSettings, updateAlertSettings } from '../services/alert/settings.ts';
import { subscribePush, unsubscribePush } from '../services/push/subscribe.ts';

export const alertRoutes: Routes = (app, deps) => {
  mountPrivate(
    app,
    calls.fetchAlerts,
    async ({ actor, query }) => ({ data: await fetchAlertSettings(deps, actor.personId, query.accountId) }),
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
    async ({ actor, body, requestContext }) => {
      await subscribePush(deps, actor, body, requestContext);
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
