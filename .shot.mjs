// node shot.mjs ORIGIN OUTDIR PATH... : screenshots at 390 and 1440, light and dark (first screen); signs in with TOKEN_EMAIL if set
import { chromium } from 'playwright';
const [, , origin, out, ...paths] = process.argv;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
for (const theme of ['light', 'dark']) for (const width of [390, 1440]) {
  const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 }, colorScheme: theme, baseURL: origin, reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (process.env.TOKEN_EMAIL) {
    const reply = await (await context.request.post('/api/submit_login', { data: { email: process.env.TOKEN_EMAIL, password: 'Tidemark-demo-1' } })).json();
    await page.goto('/faq'); await page.evaluate(([t]) => { localStorage.setItem('token', t); localStorage.setItem('token_expiry', String(Date.now() + 4e7)); }, [reply.token]);
  }
  for (const path of paths) {
    await page.goto(path); await page.waitForLoadState('networkidle').catch(() => {});
    await page.screenshot({ path: `${out}/${path.replace(/\W+/g, '_')}-${width}-${theme}.png`, fullPage: process.env.FULL === '1' });
  }
  await context.close();
}
await browser.close();
