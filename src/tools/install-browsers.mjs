import { ensureFirefox, ensureTestBrowser } from './browser.mjs';

ensureTestBrowser();
ensureFirefox();
