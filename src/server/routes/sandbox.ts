import type { Routes } from '../http/context.ts';

export const sandboxRoutes: Routes = () => undefined;
