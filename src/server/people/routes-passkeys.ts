import type { Routes } from '#server/core/http/context.ts';
import { mount, mountPrivate } from '#server/core/http/mount.ts';
import { withDevice } from '#server/core/http/with-device.ts';
import {
  addPasskey,
  fetchPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeyConfirmation,
  startPasskeySignIn,
} from '#shared/people/contract-passkeys.ts';
import { startPasskeyRequest } from './passkeys/start-request.ts';
import { addOwnPasskey, startAddingPasskey } from './security/add-passkey.ts';
import { listPasskeys } from './security/list-passkeys.ts';
import { removeOwnPasskey } from './security/remove-passkey.ts';
import { renameOwnPasskey } from './security/rename-passkey.ts';
import { signInByPasskey } from './sign-in/sign-in-with-passkey.ts';

export const passkeysRoutes: Routes = (app) => {
  mount(app, startPasskeySignIn, async (request) => {
    const { deviceHash } = withDevice(request);
    return { data: await startPasskeyRequest(request.deps, { purpose: 'sign-in', deviceHash }) };
  });

  mount(app, signInWithPasskey, async (request) => ({
    message: 'signed_in',
    ...(await signInByPasskey(request.deps, request.body.passkey, withDevice(request))),
  }));

  mountPrivate(app, fetchPasskeys, async ({ deps, actor }) => ({ data: await listPasskeys(deps, actor) }));

  mountPrivate(app, startPasskey, async (request) => ({
    data: await startAddingPasskey(request.deps, request.actor, withDevice(request).deviceHash),
  }));

  mountPrivate(app, addPasskey, async (request) => ({
    data: await addOwnPasskey(request.deps, request.actor, request.body.passkey, withDevice(request)),
  }));

  mountPrivate(app, renamePasskey, ({ deps, actor, body }) => renameOwnPasskey(deps, actor, body));

  mountPrivate(app, removePasskey, ({ deps, actor, body }) => removeOwnPasskey(deps, actor, body.id));

  mountPrivate(app, startPasskeyConfirmation, async (request) => {
    const { deps, actor } = request;
    const use = { purpose: 'confirm', sessionId: actor.sessionId, ...withDevice(request) } as const;
    return { data: await startPasskeyRequest(deps, use, actor.personId) };
  });
};
