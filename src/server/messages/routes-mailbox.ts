import { html } from 'hono/html';
import type { Routes } from '#server/core/http/mount.ts';
import { answerDemoPage } from '#server/core/http/plain-page.ts';
import { listMailbox, type MailboxMail } from './mail/list-mailbox.ts';

/** Shows the email in a frame without scripts; its links open outside the frame. */
function renderMailboxEntry({ to, subject, text, html: page, sentAt }: MailboxMail, index: number) {
  const framed = page.replace('<head>', '<head><base target="_top">');
  return html`<section class="entry">
<h3>${subject}</h3>
<p class="muted">To ${to}, <time datetime="${sentAt}">${sentAt.replace('T', ' ').slice(0, 19)} UTC</time></p>
<details ${index === 0 ? 'open' : ''}><summary>Read</summary>
<iframe title="${subject}" sandbox="allow-top-navigation-by-user-activation" srcdoc="${framed}"></iframe>
<details><summary>As text</summary><pre>${text}</pre></details>
</details>
</section>`;
}

/** The demo's mailbox. It shows everyone's mail, so it exists only in the demo. */
export const mailboxRoutes: Routes = ({ app, deps: { env } }) => {
  if (!env.demo || env.production || env.smtp) return;

  app.get('/api/dev/mailbox', async (c) => {
    const mails = await listMailbox(c.get('deps').db, c.req.query('to')?.trim() || undefined);
    return c.json(mails, 200, { 'Cache-Control': 'no-store' });
  });

  app.get('/dev/mailbox', async (c) => {
    const address = c.req.query('to')?.trim() ?? '';
    const mails = await listMailbox(c.get('deps').db, address || undefined);
    return answerDemoPage(
      c,
      'mailbox',
      'Every email the server would have sent, newest first.',
      html`<form method="get"><label>Address<input type="email" name="to" value="${address}" autocomplete="off"></label><button>Show</button></form>
${mails.length === 0 ? html`<p>No email${address ? ` to ${address}` : ''} yet. Register or buy something in the sandbox, then reload.</p>` : mails.map(renderMailboxEntry)}`,
    );
  });
};
