import type calls from '../../../public/locales/en/calls.json';
import { pick } from '../../lib/pick.ts';
import { noticeKeys } from '../../stores/toasts.ts';

/** What notices may say, without the words of the frame: for an island that stands on every page. */
export const pickNotices = (strings: typeof calls) => pick(strings, noticeKeys);
