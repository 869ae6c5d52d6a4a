import {
  addPasskey,
  fetchPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeyConfirmation,
  startPasskeySignIn,
} from '../../contract/passkeys.ts';
import type { Routes } from '../http/context.ts';
import { mount, mountPrivate } from '../http/mount.ts';
import { withDevice } from '../http/with-device.ts';
import { startPasskeyRequest } from '../services/passkey/start-request.ts';
import { addOwnPasskey, startAddingPasskey } from '../services/security/add-passkey.ts';
import { listPasskeys } from '../services/security/list-passkeys.ts';
import { removeOwnPasskey } from '../services/security/remove-passkey.ts';
import { renameOwnPasskey } from '../services/security/rename-passkey.ts';
import { signInByPasskey } from '../services/sign-in/sign-in-with-passkey.ts';

export const passkeyRoutes: Routes = (app) => {
  mount(
    app,
    startPasskeySignIn,
    async (request) => {
      const { deviceHash } = withDevice(request);
      return { data: await startPasskeyRequest(request.deps, { purpose: 'sign-in', deviceHash }) };
    },
    { limit: 'login-from' },
  );

  mount(
    app,
    signInWithPasskey,
    async (request) => ({
      message: 'signed_in',
      ...(await signInByPasskey(request.deps, request.body.passkey, withDevice(request))),
    }),
    { limit: 'login-from' },
  );

  mountPrivate(app, fetchPasskeys, async ({ deps, actor }) => ({ data: await listPasskeys(deps, actor) }));

  mountPrivate(app, startPasskey, async (request) => ({
    data: await startAddingPasskey(request.deps, request.actor, withDevice(request).deviceHash),
  }));

  mountPrivate(app, addPasskey, async (request) => ({
    data: await addOwnPasskey(request.deps, request.actor, request.body.passkey, withDevice(request)),
  }));

  mountPrivate(app, renamePasskey, async ({ deps, actor, body }) => {
    await renameOwnPasskey(deps, actor, body);
    return {};
  });

  mountPrivate(app, removePasskey, async ({ deps, actor, body }) => {
    await removeOwnPasskey(deps, actor, body.id);
    return {};
  });

  mountPrivate(
    app,
    startPasskeyConfirmation,
    async (request) => {
      const { deps, actor } = request;
      const use = { purpose: 'confirm', sessionId: actor.sessionId, ...withDevice(request) } as const;
      return { data: await startPasskeyRequest(deps, use, actor.personId) };
    },
    { limit: 'login-from' },
  );
};
