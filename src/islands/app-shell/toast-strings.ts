import type calls from '../../../public/locales/en/calls.json';
import { pick } from '../../lib/pick.ts';
import { toastKeys } from '../../stores/toasts.ts';

/** The strings that toasts use, for an island that is on every page. */
export const pickToasts = (strings: typeof calls) => pick(strings, toastKeys);
