import { countVisit } from '../../stores/browser-session.ts';

/** Runs on pages opened through an affiliate's link. */
const code = new URLSearchParams(location.search).get('ref');
if (code) void countVisit(code);
