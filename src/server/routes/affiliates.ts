import { countLink } from '../../contract/affiliates.ts';
import type { Routes } from '../http/context.ts';
import { mount } from '../http/mount.ts';
import { countClick } from '../services/affiliate/count-click.ts';

export const affiliateRoutes: Routes = (app) => {
  mount(
    app,
    countLink,
    async ({ deps, body }) => {
      await countClick(deps, body);
      return { data: null };
    },
    { limit: 'write' },
  );
};
