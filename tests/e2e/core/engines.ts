import { waitLimitMs } from '../../support/eventually.ts';
import { openFirefox, openFirefoxPage } from '../firefox.ts';
import { withoutBrowser } from '../fixtures.ts';
import { createVisitor, type Engine, type Visitor } from '../visitor.ts';
import { openWebKitPage } from '../webkit.ts';

type Page = { readonly engine: Engine; close(): Promise<void> };
type Running = { openPage(headers: Record<string, string>): Promise<Page>; close(): Promise<void> };
export type EngineOptions = { readonly engine: 'firefox' | 'webkit'; readonly enginePath: string };

const start = {
  async firefox(executablePath: string): Promise<Running> {
    const browser = await openFirefox(executablePath);
    return { openPage: (headers) => openFirefoxPage(browser, headers), close: () => browser.close() };
  },
  async webkit(executablePath: string): Promise<Running> {
    return { openPage: () => openWebKitPage(executablePath), close: async () => undefined };
  },
};

/** Tests in Firefox and WebKit, which Playwright drives only as builds of its own. */
export const test = withoutBrowser.extend<{ visitor: Visitor }, EngineOptions & { running: Running }>({
  engine: ['firefox', { scope: 'worker', option: true }],
  enginePath: ['', { scope: 'worker', option: true }],
  running: [
    async ({ engine, enginePath }, use) => {
      const running = await start[engine](enginePath);
      await use(running);
      await running.close();
    },
    { scope: 'worker', timeout: waitLimitMs * 2 },
  ],
  visitor: async ({ running, baseURL, personHeaders }, use) => {
    const page = await running.openPage(personHeaders);
    await use(createVisitor(page.engine, baseURL ?? ''));
    await page.close();
  },
});
