import { addDestination, fetchPayee, removeDestination } from '../../contract/payees.ts';
import type { Routes } from '../http/context.ts';
import { mountPrivate } from '../http/mount.ts';
import { addDestination as addOwnDestination } from '../services/payee/add-destination.ts';
import { getPayee } from '../services/payee/get-payee.ts';
import { removeDestination as removeOwnDestination } from '../services/payee/remove-destination.ts';

export const payeeRoutes: Routes = (app) => {
  mountPrivate(app, fetchPayee, async ({ deps, actor }) => ({ data: await getPayee(deps, actor.personId) }), {
    limit: 'read',
  });

  mountPrivate(
    app,
    addDestination,
    async ({ deps, actor, body }) => ({ data: await addOwnDestination(deps, actor, body) }),
    { limit: 'write' },
  );

  mountPrivate(
    app,
    removeDestination,
    async ({ deps, actor, body }) => {
      await removeOwnDestination(deps, actor, body.destinationId);
      return {};
    },
    { limit: 'write' },
  );
};
