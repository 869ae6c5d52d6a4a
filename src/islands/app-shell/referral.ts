import { countVisit } from '../../stores/browser-session.ts';

/** What a page does for somebody who came by an affiliate's link. */
const code = new URLSearchParams(location.search).get('ref');
if (code) void countVisit(code);
