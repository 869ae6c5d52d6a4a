import type calls from '../../../public/locales/en/calls.json';
import { pick } from '../../lib/pick.ts';
import { toastKeys } from '../../stores/toasts.ts';

/** What toasts may say, without the words of the frame: for an island that stands on every page. */
export const pickToasts = (strings: typeof calls) => pick(strings, toastKeys);
