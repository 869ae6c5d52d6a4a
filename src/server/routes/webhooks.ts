import type { Routes } from '../http/context.ts';

export const webhookRoutes: Routes = () => undefined;
