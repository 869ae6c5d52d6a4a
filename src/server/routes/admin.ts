import { refundOrder } from '../../contract/admin.ts';
import type { Routes } from '../http/context.ts';
import { mountPrivate } from '../http/mount.ts';
import { refundByOperator } from '../services/order/refund-by-operator.ts';

export const adminRoutes: Routes = (app) => {
  mountPrivate(
    app,
    refundOrder,
    async ({ deps, actor, body }) => ({ data: await refundByOperator(deps, actor, body) }),
    {
      limit: 'write',
    },
  );
};
