import { pick } from '#lib/pick.ts';
import type calls from '#locales/en/calls.json';
import { toastKeys } from './stores/toasts.ts';

/** The strings that toasts use, for an island that is on every page. */
export const pickToasts = (strings: typeof calls) => pick(strings, toastKeys);
