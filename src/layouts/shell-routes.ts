import type { NamespaceKey } from '#i18n/keys.ts';
import type { RouteName } from '#routes.ts';

/** Shells with a title in the strings; a page for a route without one doesn't compile. */
export type ShellRoute = RouteName &
  (NamespaceKey<'shells'> extends infer Key ? (Key extends `${infer Name}_title` ? Name : never) : never);
