import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/affiliates/contract-postbacks.ts';
import * as endpoint from './edit-postback.ts';
import { listPostbacks } from './list-postbacks.ts';

export const postbacksRoutes: Routes = ({ mount, deps }) => {
  mount(calls.fetchPostbacks, ({ actor }) => listPostbacks(deps, actor.personId));
  mount(calls.savePostbackUrl, ({ actor, body }) => endpoint.savePostbackUrl(deps, actor, body.url));
  mount(calls.rotatePostbackSecret, ({ actor }) => endpoint.rotatePostbackSecret(deps, actor));
  mount(calls.removePostbackUrl, ({ actor }) => endpoint.removePostbackUrl(deps, actor));
  mount(calls.testPostback, ({ actor }) => endpoint.testPostback(deps, actor));
};
