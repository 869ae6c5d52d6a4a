import type { KeyOf } from '../i18n/keys.ts';
import type { RouteName } from '../routes.ts';

/** The shells that have a title among the strings; a route without one does not compile as a page. */
export type ShellRoute = RouteName &
  (KeyOf<'shells'> extends infer Key ? (Key extends `${infer Name}_title` ? Name : never) : never);
