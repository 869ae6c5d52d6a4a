import type { Routes } from '../http/context.ts';

export const orderRoutes: Routes = () => undefined;
