import type { Routes } from '#server/core/http/context.ts';
import { mountPrivate } from '#server/core/http/mount.ts';
import * as calls from '#shared/affiliates/contract-postbacks.ts';
import * as endpoint from './edit-postback.ts';
import { listPostbacks } from './list-postbacks.ts';

export const postbacksRoutes: Routes = (app, deps) => {
  mountPrivate(app, calls.fetchPostbacks, async ({ actor }) => ({ data: await listPostbacks(deps, actor.personId) }));

  mountPrivate(app, calls.savePostbackUrl, async ({ actor, body }) => ({
    data: await endpoint.savePostbackUrl(deps, actor, body.url),
  }));

  mountPrivate(app, calls.rotatePostbackSecret, async ({ actor }) => ({
    data: await endpoint.rotatePostbackSecret(deps, actor),
  }));

  mountPrivate(app, calls.removePostbackUrl, ({ actor }) => endpoint.removePostbackUrl(deps, actor));

  mountPrivate(app, calls.testPostback, async ({ actor }) => ({ data: await endpoint.testPostback(deps, actor) }));
};
