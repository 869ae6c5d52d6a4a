import { ensureOtherBrowsers, ensureTestBrowser } from './browser.mjs';

await (process.argv[2] === 'others' ? ensureOtherBrowsers() : ensureTestBrowser());
