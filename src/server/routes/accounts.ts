import type { Routes } from '../http/context.ts';

export const accountRoutes: Routes = () => undefined;
