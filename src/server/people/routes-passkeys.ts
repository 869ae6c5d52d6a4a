import { answer } from '#server/core/answer.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { withDevice } from '#server/core/http/with-device.ts';
import * as calls from '#shared/people/contract-passkeys.ts';
import { startPasskeyRequest } from './passkeys/start-request.ts';
import { addOwnPasskey, startAddingPasskey } from './security/add-passkey.ts';
import { listPasskeys } from './security/list-passkeys.ts';
import { removeOwnPasskey } from './security/remove-passkey.ts';
import { renameOwnPasskey } from './security/rename-passkey.ts';
import { signInByPasskey } from './sign-in/sign-in-with-passkey.ts';

export const passkeysRoutes: Routes = ({ mount }) => {
  mount(calls.startPasskeySignIn, async (request) => {
    const { deviceHash } = withDevice(request);
    return await startPasskeyRequest(request.deps, { purpose: 'sign-in', deviceHash });
  });

  mount(calls.signInWithPasskey, async (request) =>
    answer({
      message: 'signed_in',
      ...(await signInByPasskey(request.deps, request.body.passkey, withDevice(request))),
    }),
  );

  mount(calls.fetchPasskeys, ({ deps, actor }) => listPasskeys(deps, actor));
  mount(calls.startPasskey, (request) =>
    startAddingPasskey(request.deps, request.actor, withDevice(request).deviceHash),
  );
  mount(calls.addPasskey, (request) =>
    addOwnPasskey(request.deps, request.actor, request.body.passkey, withDevice(request)),
  );
  mount(calls.renamePasskey, ({ deps, actor, body }) => renameOwnPasskey(deps, actor, body));
  mount(calls.removePasskey, ({ deps, actor, body }) => removeOwnPasskey(deps, actor, body.id));

  mount(calls.startPasskeyConfirmation, async (request) => {
    const { deps, actor } = request;
    const use = { purpose: 'confirm', sessionId: actor.sessionId, ...withDevice(request) } as const;
    return await startPasskeyRequest(deps, use, actor.personId);
  });
};
